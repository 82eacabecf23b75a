//! The contract is frozen: within a minor version nothing that a component was built with is taken away or changed. `wit/` is held
//! against the copy that was made when the version was frozen, type by type.
//!
//! A later minor version brings a copy of its own, `tests/fixtures/contract-0.2.0/wit`; a copy is never edited.

mod declarations;
mod kept_components;

use crate::support::root;
use declarations::{Declarations, Files, declarations, files};
use quarry::runtime::HOST_CONTRACT_VERSION;
use std::path::PathBuf;

/// The folder of what was kept of the minor version that this host serves.
fn kept() -> PathBuf {
    let minor = HOST_CONTRACT_VERSION.rsplit_once('.').unwrap().0;
    root().join(format!("tests/fixtures/contract-{minor}.0"))
}

/// Why components that were built for `frozen` would not run on a host of `now`.
fn breaks(frozen: &Declarations, now: &Declarations) -> Vec<String> {
    let changed = frozen.iter().filter_map(|(name, text)| match now.get(name) {
        None => Some(format!("{name} is gone")),
        Some(other) if other != text => Some(format!("{name} was {text} and is {other}")),
        Some(_) => None,
    });
    // An older component exports no more than its version asked for.
    let demanded = now.keys().filter(|name| name.starts_with("export ") && !frozen.contains_key(*name));
    changed.chain(demanded.map(|name| format!("{name} is demanded of components that do not have it"))).collect()
}

#[test]
fn the_contract_has_all_that_its_minor_version_was_frozen_with() {
    let folder = kept().join("wit");
    assert!(folder.is_dir(), "contract {HOST_CONTRACT_VERSION} has no frozen copy at {}", folder.display());
    let package = std::fs::read_to_string(root().join("wit/plugin.wit")).unwrap();
    assert!(package.starts_with(&format!("package quarry:plugin@{HOST_CONTRACT_VERSION};")), "the host serves another");
    let breaks = breaks(&declarations(&files(&folder)), &declarations(&files(&root().join("wit"))));
    assert!(
        breaks.is_empty(),
        "components of {HOST_CONTRACT_VERSION} would not run any more: {}. What may change when stands in wit/CHANGELOG.md",
        breaks.join("; ")
    );
}

/// The frozen files with `from` written as `to` in one of them.
fn with(file: &str, from: &str, to: &str) -> Files {
    let mut changed = files(&kept().join("wit"));
    let text = changed.get_mut(file).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} stands once in {file}");
    *text = text.replace(from, to);
    changed
}

#[test]
fn a_change_that_would_break_a_component_is_named() {
    let frozen = declarations(&files(&kept().join("wit")));
    for (file, from, to, named) in [
        ("people.wit", "reset-second-factor: func(user-id: s64)", "forget-second-factor: func(user-id: s64)", "gone"),
        ("people.wit", "reset-second-factor: func(user-id: s64)", "reset-second-factor: func(user-id: u64)", "s64"),
        ("plugin.wit", "  import mail;\n", "", "import mail is gone"),
        (
            "plugin.wit",
            "export describe: func() -> manifest;",
            "export describe: func() -> request;",
            "export describe",
        ),
        (
            "manifest.wit",
            "outbound-hosts: list<string>,",
            "outbound-hosts: list<string>,\n    colour: string,",
            "colour",
        ),
        ("mail.wit", "to: string,", "receiver: string,", "receiver"),
        (
            "plugin.wit",
            "export describe: func",
            "export welcome: func();\n  export describe: func",
            "export welcome is demanded",
        ),
    ] {
        let breaks = breaks(&frozen, &declarations(&with(file, from, to)));
        assert!(breaks.iter().any(|sentence| sentence.contains(named)), "{from} as {to}: {breaks:?}");
    }
}

#[test]
fn what_an_older_component_does_not_meet_may_come() {
    let frozen = declarations(&files(&kept().join("wit")));
    let more = "reset-second-factor: func(user-id: s64)";
    let mut changed = with("people.wit", more, &format!("greet: func(name: string) -> string;\n  {more}"));
    changed.insert("tea.wit".to_owned(), "interface tea {\n  brew: func() -> u32;\n}\n".to_owned());
    let plugin = changed.get_mut("plugin.wit").unwrap();
    *plugin = plugin.replace("import people;", "import people;\n  import tea;");
    let now = declarations(&changed);
    assert!(now.contains_key("import tea") && now.contains_key("function people.greet"));
    assert_eq!(breaks(&frozen, &now), Vec::<String>::new());
}
