//! A deployment that names keys installs and serves what their holders have signed, and nothing else.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use blake2::{Blake2b512, Digest};
use quarry_tests::server::{Options, Server, fresh_folder, quarry};
use ring::signature::{Ed25519KeyPair, KeyPair};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const WITHIN: Duration = Duration::from_secs(30);

/// Somebody who signs as `minisign -S` does.
pub(crate) struct Signer {
    pair: Ed25519KeyPair,
    id: [u8; 8],
}

impl Signer {
    pub(crate) fn new(seed: u8) -> Signer {
        Signer { pair: Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).expect("a key"), id: [seed; 8] }
    }

    /// The second line of a `minisign.pub`.
    pub(crate) fn public_key(&self) -> String {
        BASE64_STANDARD.encode([b"Ed".as_slice(), &self.id, self.pair.public_key().as_ref()].concat())
    }

    pub(crate) fn sign(&self, file: &Path) {
        let bytes = std::fs::read(file).expect("the file");
        let signature = self.pair.sign(&Blake2b512::digest(bytes));
        let comment = "timestamp:1769860800\tfile:version.wasm\thashed";
        let all = self.pair.sign(&[signature.as_ref(), comment.as_bytes()].concat());
        let text = format!(
            "untrusted comment: signature from a test\n{}\ntrusted comment: {comment}\n{}\n",
            BASE64_STANDARD.encode([b"ED".as_slice(), &self.id, signature.as_ref()].concat()),
            BASE64_STANDARD.encode(all.as_ref())
        );
        std::fs::write(file.with_extension("wasm.minisig"), text).expect("written");
    }
}

pub(crate) fn built(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../target/wasm32-wasip2/component/quarry_test_{name}.wasm"))
}

pub(crate) fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < WITHIN, "not within {} s: {what}", WITHIN.as_secs());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_is_installed_is_signed_by_a_key_of_the_deployment() {
    quarry_tests::on_one_engine!();
    let folder = fresh_folder("signed").expect("a folder");
    let (trusted, other) = (Signer::new(1), Signer::new(2));
    std::fs::create_dir_all(folder.join("components")).expect("a folder");
    std::fs::create_dir_all(folder.join("data")).expect("a folder");
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}/components\"\nsigning_keys = [\"{1}\"]\n",
        folder.display(),
        trusted.public_key()
    );
    std::fs::write(&config, text).expect("written");
    let file = folder.join("version.wasm");
    std::fs::copy(built("version_one"), &file).expect("run `just test`");
    let install = || {
        let (file, config) = (file.display().to_string(), config.display().to_string());
        let output = quarry(&["plugin", "install", &file, "--config", &config, "--accept"]).expect("runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let server = Server::start(&Options { config: Some(config.clone()), ..Options::default() }).expect("a server");
    let version = || server.get_keyless("/version");

    let (is_installed, unsigned) = install();
    assert!(!is_installed && unsigned.contains("it is not signed: this deployment demands a signature"), "{unsigned}");
    other.sign(&file);
    let (is_installed, untrusted) = install();
    assert!(!is_installed && untrusted.contains("is not by a key of components.signing_keys"), "{untrusted}");
    // Signed, and then another file.
    trusted.sign(&file);
    std::fs::copy(built("version_two"), &file).expect("run `just test`");
    let (is_installed, exchanged) = install();
    assert!(!is_installed && exchanged.contains("or the file is not the one that was signed"), "{exchanged}");
    assert_eq!(version().status, 404, "nothing of that is served");

    std::fs::copy(built("version_one"), &file).expect("run `just test`");
    let (is_installed, said) = install();
    assert!(is_installed, "{said}");
    wait_for("the signed component serves", || version().status == 200);

    // Without its signature the file is not read again; what serves goes on.
    let entries = std::fs::read_dir(folder.join("data/components")).expect("a folder").flatten();
    let is_component = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "wasm");
    let installed = entries.map(|entry| entry.path()).find(is_component).expect("the installed component");
    std::fs::remove_file(installed.with_extension("wasm.minisig")).expect("the signature is beside the file");
    let moved = folder.join("moved.wasm");
    std::fs::copy(&installed, &moved).and_then(|_| std::fs::rename(&moved, &installed)).expect("replaced");
    wait_for("the host says why", || server.log().contains("it is not signed"));
    assert_eq!(version().status, 200, "what serves goes on");
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}
