//! Generated documents say what the code says.

use touchline_core::plugin::markdown_reference;

#[test]
fn the_hook_reference_is_up_to_date() {
    let kept = include_str!("../../../docs/hooks.md").replace("\r\n", "\n");
    assert!(
        kept.trim_end() == markdown_reference().trim_end(),
        "docs/hooks.md is out of date: run `touchline hooks --markdown > docs/hooks.md`"
    );
}
