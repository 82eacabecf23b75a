//! The documents of the installation, and the tools that read them.

use quarry_tests::server::{Options, Server, fresh_folder, quarry};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Gives the output of `quarry openapi`, which finds the components compiled: each of them takes seconds.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let data_dir = &server().data_dir.display().to_string();
    let output = quarry(&[&["openapi", "--data-dir", data_dir], arguments].concat()).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Gives both documents of the installation: the keyed and public one, the session one.
pub(crate) fn documents() -> &'static [Json; 2] {
    static DOCUMENTS: OnceLock<[Json; 2]> = OnceLock::new();
    DOCUMENTS.get_or_init(|| {
        [[].as_slice(), &["--session"]].map(|arguments| serde_json::from_str(&printed(arguments)).unwrap())
    })
}

/// Every operation of a document: method, path, operation.
pub(crate) fn operations(document: &Json) -> Vec<(String, String, &Json)> {
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, item)| {
            let item = item.as_object().unwrap();
            item.iter().map(move |(method, operation)| (method.to_uppercase(), path.clone(), operation))
        })
        .collect()
}

/// A server with the sample chain whose budgets no tool uses up.
pub(crate) fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let unlimited = ["PUBLIC_PER_MINUTE", "PUBLIC_STATUS_PER_MINUTE", "EXPLORER_LENS_PER_MINUTE"];
        let environment = unlimited.map(|name| (format!("QUARRY__RATE_LIMITS__{name}"), "0".to_owned())).to_vec();
        Server::start(&Options { environment, ..Options::default() }).unwrap()
    })
}

/// A server with nothing but these components, without the sample chain.
pub(crate) fn with_components(components: &[PathBuf]) -> Server {
    let folder = fresh_folder("components").unwrap();
    for component in components {
        let name = component.file_name().unwrap();
        std::fs::copy(component, folder.join(name))
            .unwrap_or_else(|error| panic!("{}: {error}; run `just test`", component.display()));
    }
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}\"\n[components.grants]\nhostile = [\"warehouse\"]\n",
        folder.display()
    );
    std::fs::write(&config, text).unwrap();
    Server::start(&Options { config: Some(config), ..Options::default() }).unwrap()
}
