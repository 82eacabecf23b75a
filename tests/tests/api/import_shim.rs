//! The shim that a component's builder puts between a module and its imports is taken out before the component is compiled: a
//! request pays for each module that is instantiated for it.

use proptest::prelude::*;
use quarry::runtime::without_shim;
use quarry_tests::bounded;
use quarry_tests::server::installation;
use std::convert::Infallible;
use std::path::Path;
use std::process::Command;
use wasm_encoder::reencode::{Error, Reencode, ReencodeComponent, utils};
use wasm_encoder::{Component, ExportKind, ExportSection, TableType};
use wasmparser::{CanonicalFunction, CanonicalOption, Instance, Parser, Payload, Validator};

fn built(component: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
    std::fs::read(folder.join(format!("quarry_{component}.wasm"))).expect("a built component")
}

/// The cost of an instance of a component, and its look to the host.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shape {
    instantiated: usize,
    frees_results: usize,
    imports: Vec<String>,
    exports: Vec<String>,
}

fn shape(component: &[u8]) -> Shape {
    let (mut shape, mut depth) = (Shape::default(), 0);
    for payload in Parser::new(0).parse_all(component) {
        match payload.expect("a component") {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            Payload::InstanceSection(section) if depth == 0 => {
                let instances = section.into_iter().map(|instance| instance.expect("an instance"));
                shape.instantiated += instances.filter(|one| matches!(one, Instance::Instantiate { .. })).count();
            }
            Payload::ComponentCanonicalSection(section) if depth == 0 => {
                for function in section {
                    if let CanonicalFunction::Lift { options, .. } = function.expect("a function") {
                        let frees = |option: &&CanonicalOption| matches!(option, CanonicalOption::PostReturn(_));
                        shape.frees_results += options.iter().filter(frees).count();
                    }
                }
            }
            Payload::ComponentImportSection(section) if depth == 0 => {
                shape.imports.extend(section.into_iter().map(|import| format!("{:?}", import.expect("an import"))));
            }
            Payload::ComponentExportSection(section) if depth == 0 => {
                shape.exports.extend(section.into_iter().map(|export| format!("{:?}", export.expect("an export"))));
            }
            _ => {}
        }
    }
    shape
}

#[test]
fn every_family_is_instantiated_without_its_shim() {
    quarry_tests::on_one_engine!();
    let families = [
        "account",
        "charts",
        "citations",
        "classroom",
        "datasets",
        "explorer",
        "lending",
        "markets",
        "organizations",
        "research",
        "site",
        "staff",
        "status",
        "timeline",
        "test_bench",
        "test_hostile",
    ];
    for family in families {
        let component = built(family);
        let without = without_shim(&component).unwrap_or_else(|| panic!("the shim of {family} is not known any more"));
        Validator::new().validate_all(&without).unwrap_or_else(|error| panic!("{family}: {error}"));
        let (before, after) = (shape(&component), shape(&without));
        assert_eq!((before.instantiated, after.instantiated), (3, 2), "{family}");
        assert_eq!(after.frees_results, 0, "{family}");
        assert_eq!((before.imports, before.exports), (after.imports, after.exports), "{family}");
        assert!(without_shim(&without).is_none(), "{family} has another one");
    }
}

#[test]
fn what_is_not_as_the_builder_writes_it_is_compiled_as_it_is() {
    quarry_tests::on_one_engine!();
    let module = b"\0asm\x01\0\0\0";
    let component = b"\0asm\x0d\0\x01\0";
    for bytes in [&b""[..], b"no component", module, component] {
        assert!(without_shim(bytes).is_none());
    }
    // The first function of the shim calls the slot of another one: then it is no shim, and its table stays.
    let mut other = built("test_bench");
    let call = [0x20, 0, 0x41, 0, 0x11, 0, 0, 0x0b];
    let places: Vec<usize> =
        other.windows(call.len()).enumerate().filter(|(_, at)| *at == call).map(|(at, _)| at).collect();
    let [place] = places[..] else { panic!("one function that calls through the slot 0, and not {places:?}") };
    other[place + 6] = 1;
    assert!(without_shim(&other).is_none());
}

/// Compiles a component with the host's compiler.
fn compiled(component: &[u8]) -> Vec<u8> {
    let mut compiler = Command::new(installation().expect("an installation").join("quarry"));
    compiler.args(["compile-component", "--cpu-seconds", "120", "--memory-bytes", "8589934592"]);
    let output = bounded::output_with_input(&mut compiler, component, bounded::LONG).expect("its end");
    assert!(output.status.success(), "{}", output.status);
    output.stdout
}

#[test]
fn the_host_compiles_a_component_without_its_shim() {
    quarry_tests::on_one_engine!();
    let component = built("test_bench");
    let without = without_shim(&component).expect("a shim");
    assert!(compiled(&component) == compiled(&without));
}

/// A component as another tool could have written it.
struct Another {
    /// The number of elements in the table of the main module.
    table: u64,
    /// True where the main module exports something under the name that its table would have.
    takes_name: bool,
}

impl Another {
    fn written(mut self) -> Vec<u8> {
        let mut component = Component::new();
        let built = built("test_bench");
        self.parse_component(&mut component, Parser::new(0), &built).expect("a component");
        let bytes = component.finish();
        Validator::new().validate_all(&bytes).expect("a component that is right");
        bytes
    }
}

impl Reencode for Another {
    type Error = Infallible;

    fn table_type(&mut self, table: wasmparser::TableType) -> Result<TableType, Error> {
        let table = utils::table_type(self, table)?;
        // That of the shim has a slot for each of a few imports.
        Ok(if table.minimum < 10 {
            table
        } else {
            TableType { minimum: self.table, maximum: Some(self.table), ..table }
        })
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> Result<(), Error> {
        let is_main = section.clone().into_iter().flatten().any(|export| export.name == "handle");
        utils::parse_export_section(self, exports, section)?;
        if is_main && self.takes_name {
            exports.export("$imports", ExportKind::Func, 0);
        }
        Ok(())
    }
}

impl ReencodeComponent for Another {}

#[test]
fn a_table_that_would_be_too_long_for_an_instance_stays_apart_from_the_shims() {
    quarry_tests::on_one_engine!();
    assert!(without_shim(&Another { table: 9_990, takes_name: false }.written()).is_some());
    assert!(without_shim(&Another { table: 9_999, takes_name: false }.written()).is_none());
}

#[test]
fn what_does_not_compile_without_its_shim_is_compiled_with_it() {
    quarry_tests::on_one_engine!();
    let component = Another { table: 100, takes_name: true }.written();
    let without = without_shim(&component).expect("a shim");
    assert!(Validator::new().validate_all(&without).is_err());
    assert!(!compiled(&component).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever a file holds, looking for a shim in it breaks nothing.
    #[test]
    fn a_torn_or_twisted_file_is_no_danger(place in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut component = built("test_bare");
        let at = place.index(component.len());
        if cut { component.truncate(at) } else { component[at] = byte }
        let _ = without_shim(&component);
    }
}
