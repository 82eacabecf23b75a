//! The list of operations that the interface has: each is declared by a component, and each declared one is listed.

use crate::support::{documents, operations, root};
use std::collections::{BTreeMap, BTreeSet};

/// The tag of operations that the host answers itself.
const SERVICE: &str = "service";

/// One line of `tests/operations.tsv` or, as far as it says so, one operation of a document.
#[derive(Debug, PartialEq, Eq)]
struct Listed {
    family: String,
    module: String,
    access: String,
    is_declared: bool,
}

/// The operations by method and path.
type Operations = BTreeMap<(String, String), Listed>;

fn lines(file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(root().join("tests").join(file)).unwrap();
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The interface, as the two documents that specify it list it.
fn listed() -> Operations {
    let mut listed = Operations::new();
    for line in lines("operations.tsv") {
        let [_, family, module, method, path, access, state] =
            <[String; 7]>::try_from(line).unwrap_or_else(|line| panic!("seven columns: {line:?}"));
        assert!(["declared", "pending"].contains(&state.as_str()), "{method} {path} is {state}");
        let value = Listed { family, module, access, is_declared: state == "declared" };
        assert!(listed.insert((method.clone(), path.clone()), value).is_none(), "{method} {path} is listed twice");
    }
    listed
}

/// Gives the operations of the installation's documents.
fn documented() -> Operations {
    let mut documented = Operations::new();
    for document in documents() {
        for (method, path, operation) in operations(document) {
            let text = |name: &str| operation[name].as_str().map(str::to_owned);
            let access = match text("x-required-scope") {
                Some(scope) => format!("key:{scope}"),
                None => match operation["security"].to_string().as_str() {
                    "[]" => "keyless".to_owned(),
                    r#"[{},{"session":[]}]"# => "optional-session".to_owned(),
                    r#"[{"serviceClient":[]}]"# => "client-header".to_owned(),
                    _ => match text("x-required-permission") {
                        Some(permission) => format!("staff:{permission}"),
                        None => "session".to_owned(),
                    },
                },
            };
            let value = Listed {
                family: operation["tags"][0].as_str().unwrap().to_owned(),
                module: text("x-module").unwrap_or_else(|| "-".to_owned()),
                access,
                is_declared: true,
            };
            documented.insert((method, path), value);
        }
    }
    documented
}

#[test]
fn the_list_has_all_319_operations() {
    let numbers: Vec<String> = lines("operations.tsv").into_iter().map(|line| line[0].clone()).collect();
    assert_eq!(numbers, (1..=319).map(|number: u32| number.to_string()).collect::<Vec<_>>());
    assert_eq!(listed().len(), 319);
}

#[test]
fn a_declared_operation_is_served_as_it_is_listed_and_a_pending_one_is_not() {
    let documented = documented();
    for (operation, line) in listed() {
        match (line.is_declared, documented.get(&operation)) {
            (true, Some(found)) => {
                // What the host answers itself belongs to no component; the list names the family it is about.
                let family = if found.family == SERVICE { SERVICE } else { &line.family };
                let line = Listed { family: family.to_owned(), ..line };
                assert_eq!(found, &line, "{operation:?} is declared otherwise than listed");
            }
            (true, None) => panic!("{operation:?} is listed as declared, and nothing declares it"),
            (false, Some(_)) => panic!("{operation:?} is listed as pending, and is declared: mark it so"),
            (false, None) => {}
        }
    }
}

#[test]
fn an_operation_beyond_the_list_is_an_addition_with_a_reason() {
    let (listed, documented) = (listed(), documented());
    let found: BTreeSet<_> = documented.keys().filter(|operation| !listed.contains_key(*operation)).cloned().collect();
    let mut known = BTreeSet::new();
    for line in lines("additions.tsv") {
        let [method, path, reason] =
            <[String; 3]>::try_from(line).unwrap_or_else(|line| panic!("three columns: {line:?}"));
        assert!(reason.len() > 20, "{method} {path} has no reason");
        known.insert((method, path));
    }
    assert_eq!(found, known, "the operations of tests/additions.tsv are those that are declared and not listed");
}
