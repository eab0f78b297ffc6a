//! Lists every ruleset and plugin of the repository, so that the engine carries them in the binary.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const ROOTS: [&str; 2] = ["rulesets", "plugins"];
const EXTENSIONS: [&str; 2] = ["yaml", "lua"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let repository = here.parent().unwrap_or(&here);
    let mut files = Vec::new();
    for root in ROOTS {
        let folder = repository.join(root);
        // Cargo watches a folder with everything below it, and looks again as long as it is missing.
        println!("cargo::rerun-if-changed={}", folder.display());
        if folder.is_dir() {
            collect(&folder, root, &mut files)?;
        }
    }
    files.sort();
    let mut table =
        String::from("/// Relative path and text of every file, sorted by path.\nstatic FILES: &[(&str, &str)] = &[\n");
    for (name, path) in &files {
        writeln!(table, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    table.push_str("];\n");
    fs::write(Path::new(&variable("OUT_DIR")?).join("embedded.rs"), table)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(|e| io::Error::other(format!("{name}: {e}; run this through cargo")))
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
            continue;
        };
        if name.starts_with('.') {
            continue;
        }
        let relative = format!("{prefix}/{name}");
        if path.is_dir() {
            collect(&path, &relative, files)?;
        } else if path.extension().and_then(|e| e.to_str()).is_some_and(|e| EXTENSIONS.contains(&e)) {
            files.push((relative, path));
        }
    }
    Ok(())
}
