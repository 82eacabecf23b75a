//! The functions of the contract, read from `wit/`, and those that a component imports, read from its file.

use quarry::contract::Grant;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wasmparser::component_types::ComponentEntityType;
use wasmparser::{Parser, Payload, Validator};

/// A function of the contract.
struct Function {
    /// `interface.function` or `interface.resource.function`.
    name: String,
    takes_handle: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Lines of the contract's files, without comments.
fn lines(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("wit").join(file)).expect("a file of the contract");
    let code = text.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.is_empty());
    code.map(str::to_owned).collect()
}

/// The interfaces that the world imports; each has a file of its name.
fn interfaces() -> Vec<String> {
    let world = lines("plugin.wit");
    let imported = world.iter().filter_map(|line| line.strip_prefix("import ")?.strip_suffix(';'));
    // The rows that both stores give are reached through these.
    imported.map(str::to_owned).chain(["values".to_owned()]).collect()
}

fn contract() -> Vec<Function> {
    interfaces().iter().flat_map(|interface| functions_of(interface, &lines(&format!("{interface}.wit")))).collect()
}

/// Functions are written on one line each, `name: func(…)`, those of a resource between its braces.
fn functions_of(interface: &str, lines: &[String]) -> Vec<Function> {
    let mut functions = Vec::new();
    let (mut resource, mut resources) = (None, vec!["transaction", "secret", "result-set"]);
    for line in lines {
        if let Some(name) = line.strip_prefix("resource ") {
            let name = name.trim_end_matches([' ', '{', ';']);
            resources.push(name);
            resource = line.ends_with('{').then_some(name);
        } else if line == "}" {
            resource = None;
        } else if let Some((name, signature)) = line.split_once(": ") {
            let is_static = signature.starts_with("static func(");
            if !is_static && !signature.starts_with("func(") {
                continue;
            }
            let parameters = signature.split_once("->").map_or(signature, |(parameters, _)| parameters);
            let owns = |name: &&str| parameters.contains(&format!(": {name})"));
            let takes_handle =
                parameters.contains("borrow<") || resources.iter().any(owns) || (resource.is_some() && !is_static);
            let name = name.trim_start_matches('%');
            let name = match resource {
                Some(resource) => format!("{interface}.{resource}.{name}"),
                None => format!("{interface}.{name}"),
            };
            functions.push(Function { name, takes_handle });
        }
    }
    functions
}

/// Every function that a component may call.
pub(super) fn functions() -> BTreeSet<String> {
    contract().into_iter().map(|function| function.name).collect()
}

/// Those of them that take a handle.
pub(super) fn functions_with_handles() -> BTreeSet<String> {
    contract().into_iter().filter(|function| function.takes_handle).map(|function| function.name).collect()
}

/// The grants, by the names that `wit/manifest.wit` gives them.
pub(super) fn grants() -> BTreeSet<String> {
    let lines = lines("manifest.wit");
    let cases = lines.iter().skip_while(|line| *line != "enum grant {").skip(1).take_while(|line| *line != "}");
    cases.map(|case| case.trim_end_matches(',').to_owned()).collect()
}

/// Gives the functions of the contract that a component of the tests imports: one that it never calls is not in its file.
fn imported(component: &str) -> BTreeSet<String> {
    let file = root().join(format!("target/wasm32-wasip2/component/quarry_test_{component}.wasm"));
    let bytes = std::fs::read(file).expect("run `just test`");
    let types = Validator::new().validate_all(&bytes).expect("a component");
    let mut depth = 0;
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(&bytes) {
        match payload.expect("a section") {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            Payload::ComponentImportSection(imports) if depth == 0 => {
                names.extend(imports.into_iter().map(|import| import.expect("an import").name.name.to_owned()));
            }
            _ => {}
        }
    }
    let ours = names.iter().filter_map(|name| {
        let (interface, _) = name.strip_prefix("quarry:plugin/")?.split_once('@')?;
        Some((interface, types.as_ref().component_item_for_import(name)?.ty))
    });
    ours.flat_map(|(interface, kind)| {
        let ComponentEntityType::Instance(id) = kind else { return Vec::new() };
        let types = types.as_ref();
        let exports = types[id].exports.iter().filter(|(_, item)| matches!(item.ty, ComponentEntityType::Func(_)));
        // `[method]result-set.value` and the like.
        let plain = |name: &str| name.split_once(']').map_or(name, |(_, name)| name).to_owned();
        exports.map(|(name, _)| format!("{interface}.{}", plain(name))).collect()
    })
    .collect()
}

#[test]
fn the_component_and_its_twins_call_every_function_of_the_contract() {
    let functions = functions();
    assert!(functions.len() > 80, "the contract was read: {functions:?}");
    for component in ["complete", "intruder", "intruder_ungranted"] {
        let imported = imported(component);
        let missing: Vec<_> = functions.difference(&imported).collect();
        assert!(missing.is_empty(), "{component} never calls {missing:?}");
    }
}

#[test]
fn every_grant_that_the_host_knows_is_one_of_the_contract() {
    for grant in grants() {
        assert_eq!(Grant::from_name(&grant).map(Grant::name), Some(grant.as_str()));
    }
}
