//! A component that was built for another version of the contract is left out, with a sentence that says what to do.

use crate::support::root;
use quarry::runtime::HOST_CONTRACT_VERSION;
use quarry_tests::server::{Options, Server, fresh_folder, quarry};
use std::path::Path;

/// Gives the component that `quarry plugin new` wrote, built for contract 0.1.0, with another version in its stamp.
fn of_contract(version: &str) -> Vec<u8> {
    let mut bytes = std::fs::read(root().join("tests/fixtures/contract-0.1.0/field-notes.wasm")).unwrap();
    let stamp = b"quarry-contract0.1.0";
    let at: Vec<usize> = (0..bytes.len() - stamp.len()).filter(|at| bytes[*at..].starts_with(stamp)).collect();
    assert_eq!(at.len(), 1, "the stamp stands once, and its version behind its name");
    bytes[at[0] + "quarry-contract".len()..][..version.len()].copy_from_slice(version.as_bytes());
    bytes
}

#[test]
fn whoever_has_a_component_of_another_contract_is_told_to_build_it_again() {
    let package = std::fs::read_to_string(root().join("wit/plugin.wit")).unwrap();
    assert!(package.starts_with(&format!("package quarry:plugin@{HOST_CONTRACT_VERSION};")), "the host serves another");
    let folder = fresh_folder("another_contract").unwrap();
    let components = folder.join("components");
    std::fs::create_dir_all(&components).unwrap();
    let others = ["0.1.0", "0.2.0", "0.9.0", "1.0.0"];
    for version in others {
        std::fs::write(components.join(format!("of-{version}.wasm")), of_contract(version)).unwrap();
    }
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}/components\"\n[components.grants]\nfield-notes = [\"app-store\"]\n",
        folder.display()
    );
    std::fs::write(&config, text).unwrap();
    let server = Server::start(&Options { config: Some(config), ..Options::default() }).unwrap();
    for version in others {
        let sentence = format!(
            "it was built for contract {version} and this host serves {HOST_CONTRACT_VERSION}; rebuild it with quarry-sdk \
             {HOST_CONTRACT_VERSION}"
        );
        assert!(server.log().contains(&sentence), "{sentence}: {}", server.log());
        let said = check(&components.join(format!("of-{version}.wasm")));
        assert!(said.contains(&sentence), "{said}");
    }
    // A patch of the same minor version is not another contract: this one is read further.
    let minor = HOST_CONTRACT_VERSION.rsplit_once('.').unwrap().0;
    let patched = folder.join("patched.wasm");
    std::fs::write(&patched, of_contract(&format!("{minor}.7"))).unwrap();
    assert!(!check(&patched).contains("rebuild it"), "{}", check(&patched));
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
}

/// Gives the answer of `plugin check` on a file.
fn check(file: &Path) -> String {
    let output = quarry(&["plugin", "check", &file.display().to_string()]).unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}
