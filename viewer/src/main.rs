//! The replay viewer: a window, or a picture, animation, film or web page of a match.

fn main() -> std::process::ExitCode {
    touchline_viewer::main()
}
