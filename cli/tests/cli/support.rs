//! A folder to work in, and what came of a command.

use assert_cmd::Command;
use std::path::Path;
use tempfile::TempDir;

/// An empty folder in which commands are run.
pub struct Desk(TempDir);

/// What a command printed and its exit code.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Desk {
    pub fn new() -> Desk {
        Desk(TempDir::new().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let file = self.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of all files, hidden ones included.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn run(&self, args: &str) -> Ran {
        self.run_with(args, &[])
    }

    pub fn run_with(&self, args: &str, variables: &[(&str, &str)]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchline"));
        command.current_dir(self.path()).args(args.split_whitespace()).env_remove("TOUCHLINE_PATH");
        for (name, value) in variables {
            command.env(name, value);
        }
        let output = command.output().unwrap();
        Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    pub fn succeeds(self) -> Ran {
        assert_eq!(self.code, 0, "{}", self.err);
        self
    }

    /// Fails with this code, and the message on standard error holds all of these.
    pub fn fails(self, code: i32, said: &[&str]) -> Ran {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        for words in said {
            assert!(self.err.contains(words), "`{words}` is not in: {}", self.err);
        }
        self
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }
}
