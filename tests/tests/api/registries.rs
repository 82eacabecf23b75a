//! Components at registries: an author puts one there, a deployment takes it from there, and nothing else than what was put.

use crate::signed_components::{Signer, built, wait_for};
use quarry_tests::bounded;
use quarry_tests::outside::Outside;
use quarry_tests::registry::{PASSWORD, Registry, USER};
use quarry_tests::server::{Options, Server, fresh_folder, installation};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A folder of an author or a deployment, and the commands that are given there.
struct Place {
    folder: PathBuf,
    config: PathBuf,
}

impl Place {
    /// `components` and `further` are parts of its configuration.
    fn new(name: &str, components: &str, further: &str) -> Place {
        let folder = fresh_folder(name).expect("a folder");
        std::fs::create_dir_all(folder.join("components")).expect("a folder");
        std::fs::create_dir_all(folder.join("data")).expect("a folder");
        let config = folder.join("quarry.toml");
        let text = format!(
            "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
             [components]\nfolder = \"{0}/components\"\n{components}\n{further}",
            folder.display()
        );
        std::fs::write(&config, text).expect("written");
        Place { folder, config }
    }

    /// Runs a command; tells that it went well, and gives its output.
    fn plugin(&self, words: &[&str], password: &str) -> (bool, String) {
        let mut command = Command::new(installation().expect("an installation").join("quarry"));
        command.arg("plugin").args(words).arg("--config").arg(&self.config);
        command.env("QUARRY_REGISTRY_USER", USER).env("QUARRY_REGISTRY_PASSWORD", password);
        let output = bounded::output(&mut command, bounded::SHORT).expect("it runs");
        let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let said = format!("{out}{errors}");
        assert!(!said.contains(PASSWORD), "no credential is shown: {said}");
        (output.status.success(), said)
    }

    /// The sentence of a command that does not go well.
    fn refusal(&self, words: &[&str]) -> String {
        let (is_good, said) = self.plugin(words, PASSWORD);
        assert!(!is_good, "{words:?} goes well: {said}");
        said
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn path(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn what_an_author_publishes_is_installed_by_its_digest_and_serves() {
    quarry_tests::on_one_engine!();
    let registry = Registry::start(None).expect("a registry");
    let (trusted, other) = (Signer::new(3), Signer::new(4));
    let components =
        format!("plain_http_registries = [\"{}\"]\nsigning_keys = [\"{}\"]", registry.name, trusted.public_key());
    let place = Place::new("registries", &components, "");
    let server =
        Server::start(&Options { config: Some(place.config.clone()), ..Options::default() }).expect("a server");
    let version = || server.get_keyless("/version");
    let file = place.folder.join("version.wasm");
    std::fs::copy(built("version_one"), &file).expect("run `just test`");
    let to = |tag: &str| format!("oci://{}/quarry/version:{tag}", registry.name);
    let publish = |tag: &str| {
        let (is_published, said) = place.plugin(&["publish", &path(&file), &to(tag)], PASSWORD);
        assert!(is_published, "{said}");
        said
    };

    // A signature goes with the component, or not; the operator who installs it asks for one.
    assert!(publish("unsigned").contains("version 1.0.0 is published without a signature"));
    other.sign(&file);
    assert!(publish("untrusted").contains("is published with its signature"));
    trusted.sign(&file);
    let published = publish("1.0.0");
    let unsigned = place.refusal(&["install", &to("unsigned")]);
    assert!(unsigned.contains("it is not signed: this deployment demands a signature"), "{unsigned}");
    let untrusted = place.refusal(&["install", &to("untrusted")]);
    assert!(untrusted.contains("is not by a key of components.signing_keys"), "{untrusted}");
    assert_eq!(version().status, 404, "nothing of that is served");

    let (is_good, said) = place.plugin(&["check", &to("1.0.0")], PASSWORD);
    assert!(is_good && said.contains("GET /version"), "{said}");
    let (is_installed, said) = place.plugin(&["install", &to("1.0.0"), "--by", "ada"], PASSWORD);
    assert!(is_installed, "{said}");
    wait_for("what was published serves", || version().status == 200);
    let pinned = published.lines().find(|line| line.starts_with("oci://")).expect("the place by its digest");
    let digest = const_hex(&Sha256::digest(std::fs::read(&file).expect("the file")));
    let record = std::fs::read_to_string(place.folder.join("data/components/version.toml")).expect("a record");
    for told in [&format!("origin = \"{pinned}\""), &format!("digest = \"{digest}\""), "installed_by = \"ada\""] {
        assert!(record.contains(told), "{told}: {record}");
    }
    assert!(pinned.contains("/quarry/version:1.0.0@sha256:"), "{pinned}");

    // A tag that is moved moves nothing that was pinned.
    std::fs::copy(built("version_two"), &file).expect("run `just test`");
    trusted.sign(&file);
    publish("1.0.0");
    let (is_installed, said) = place.plugin(&["install", pinned], PASSWORD);
    assert!(is_installed && said.contains("the same file as 1.0.0"), "{said}");
    let (is_installed, said) = place.plugin(&["install", &to("1.0.0")], PASSWORD);
    assert!(is_installed && said.contains("version 2.0.0, in the place of 1.0.0"), "{said}");
    wait_for("the newer one serves", || version().json()["version"] == 2);

    let (is_installed, said) = place.plugin(&["install", &to("1.0.0")], "wrong");
    assert!(!is_installed && said.contains("asks for credentials that have access"), "{said}");
    let missing = place.refusal(&["install", &to("9.9.9")]);
    assert!(missing.contains("manifest unknown"), "{missing}");
    let nothing = place.folder.join("text.wasm");
    std::fs::write(&nothing, "no component").expect("written");
    let refused = place.refusal(&["publish", &path(&nothing), &to("text")]);
    assert!(refused.contains("it carries no contract version"), "{refused}");
}

#[test]
fn a_version_from_another_repository_or_by_another_key_waits_for_staff() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let registry = Registry::start(None).expect("a registry");
    let (ada, eve) = (Signer::new(5), Signer::new(6));
    let components = format!(
        "plain_http_registries = [\"{}\"]\nsigning_keys = [\"{}\", \"{}\"]",
        registry.name,
        ada.public_key(),
        eve.public_key()
    );
    let place = Place::new("authors", &components, "");
    let file = place.folder.join("version.wasm");
    let to = |repository: &str, tag: &str| format!("oci://{}/{repository}/version:{tag}", registry.name);
    let publish = |component: &str, signer: &Signer, repository: &str, tag: &str| {
        std::fs::copy(built(component), &file).expect("run `just test`");
        signer.sign(&file);
        let (is_published, said) = place.plugin(&["publish", &path(&file), &to(repository, tag)], PASSWORD);
        assert!(is_published, "{said}");
    };
    let record = |name: &str| std::fs::read_to_string(place.folder.join("data/components").join(name));
    publish("version_one", &ada, "ada", "1");
    publish("version_two", &ada, "ada", "2");
    publish("version_two", &eve, "ada", "stolen");
    publish("version_two", &ada, "eve", "2");
    let (is_installed, said) = place.plugin(&["install", &to("ada", "1")], PASSWORD);
    assert!(is_installed, "{said}");
    let installed = record("version.toml").expect("a record");
    for told in [
        &format!("signed_by = \"{}\"", ada.public_key()),
        &format!("repository = \"oci://{}/ada/version\"", registry.name),
    ] {
        assert!(installed.contains(told.as_str()), "{told}: {installed}");
    }
    // Who gives that up takes somebody else's word; both are shown before anybody decides.
    for (from, told) in
        [(to("ada", "stolen"), eve.public_key()), (to("eve", "2"), format!("{}/eve/version", registry.name))]
    {
        let (_, checked) = place.plugin(&["check", &from], PASSWORD);
        assert!(checked.contains("It may be by another author") && checked.contains(&told), "{from}: {checked}");
        let refused = place.refusal(&["install", &from]);
        assert!(refused.contains("version may be by another author") && refused.contains(&told), "{from}: {refused}");
        assert_eq!(record("version.toml").expect("a record"), installed, "what serves goes on");
        let waiting = record("waiting/version.toml").expect("it waits");
        assert!(waiting.contains("another_author = "), "{waiting}");
    }
    // The same author's next version takes its place at once: from the repository, or as a file that the key has signed.
    let (is_installed, said) = place.plugin(&["install", &to("ada", "2")], PASSWORD);
    assert!(is_installed, "{said}");
    assert!(record("waiting/version.toml").is_err(), "what waited is gone");
    std::fs::copy(built("version_one"), &file).expect("run `just test`");
    ada.sign(&file);
    let (is_installed, said) = place.plugin(&["install", &path(&file)], PASSWORD);
    assert!(is_installed, "{said}");
    // A record of an earlier release says neither: the signature beside the file does.
    let older = record("version.toml").expect("a record");
    let older: Vec<&str> =
        older.lines().filter(|line| !line.starts_with("signed_by") && !line.starts_with("repository")).collect();
    std::fs::write(place.folder.join("data/components/version.toml"), older.join("\n")).expect("written");
    let refused = place.refusal(&["install", &to("ada", "stolen")]);
    assert!(refused.contains("version may be by another author"), "{refused}");
    let (is_installed, said) = place.plugin(&["install", &to("ada", "2")], PASSWORD);
    assert!(is_installed, "{said}");
    let (is_installed, said) = place.plugin(&["install", &to("ada", "stolen"), "--accept"], PASSWORD);
    assert!(is_installed, "whoever installs it may say so: {said}");
}

#[test]
fn a_registry_is_asked_by_tls_and_is_who_it_says() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let files = fresh_folder("registry-tls").expect("a folder");
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let (certificate, key) = (files.join("certificate.pem"), files.join("key.pem"));
    std::fs::write(&certificate, made.cert.pem()).expect("written");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("written");
    let registry = Registry::start(Some((&certificate, &key))).expect("a registry");
    let (file, to) = (path(&built("version_one")), format!("oci://{}/version:1", registry.name));
    let stranger = Place::new("registry-stranger", "", "").refusal(&["publish", &file, &to]);
    assert!(stranger.contains("invalid peer certificate: UnknownIssuer"), "{stranger}");
    let authorities = format!("[outbound]\nca_certificates = \"{}\"\n", certificate.display());
    let knows = Place::new("registry-knows", "", &authorities);
    let (is_published, said) = knows.plugin(&["publish", &file, &to], PASSWORD);
    assert!(is_published, "{said}");
    let (is_installed, said) = knows.plugin(&["install", &to], PASSWORD);
    assert!(is_installed, "{said}");
    let _ = std::fs::remove_dir_all(files);
}

#[test]
fn a_reference_names_a_registry_and_a_tag_and_holds_no_credentials() {
    quarry_tests::on_one_engine!();
    let place = Place::new("references", "", "");
    for (reference, sentence) in [
        ("oci://registry.example.org/version", "it names neither a tag nor a digest"),
        ("oci://version:1", "names no component at a registry"),
        ("oci://quarry/version:1", "it names no registry"),
        ("oci://registry.example.org/Version:1", "names no component at a registry"),
    ] {
        let refused = place.refusal(&["install", reference]);
        assert!(refused.contains(sentence), "{reference}: {refused}");
    }
    for leaked in [format!("{USER}:{PASSWORD}@"), format!("{USER}:a/{PASSWORD}@")] {
        let refused = place.refusal(&["install", &format!("oci://{leaked}registry.example.org/version:1")]);
        assert!(refused.contains("a reference to a registry holds no credentials"), "{refused}");
    }
    // Plain HTTP is for this machine, and for the registries that were named.
    let elsewhere = Place::new("references", "plain_http_registries = [\"registry.example.org:5000\"]", "");
    let refused = elsewhere.refusal(&["install", "oci://registry.example.org:5000/version:1"]);
    assert!(refused.contains("which is not this machine"), "{refused}");
    let plain = Outside::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    });
    let plain = plain.expect("a server");
    let there = format!("oci://localhost:{}/version:1", plain.address.port());
    let refused = place.refusal(&["install", &there, "--seconds", "1"]);
    assert!(refused.contains(&there), "{refused}");
    assert_eq!(plain.received(), Vec::<String>::new(), "nothing was sent in the clear");
}

/// A registry that gives this manifest, and this for every blob.
fn lying_registry(manifest: Json, blob: Vec<u8>) -> Outside {
    let manifest = manifest.to_string();
    let registry = Outside::start(move |request, stream| {
        let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
        let (kind, body) = match path.as_str() {
            "/v2/" => ("application/json", b"{}".to_vec()),
            path if path.contains("/manifests/slow") => {
                std::thread::sleep(Duration::from_secs(5));
                return;
            }
            path if path.contains("/manifests/") => {
                ("application/vnd.oci.image.manifest.v1+json", manifest.clone().into_bytes())
            }
            _ => ("application/octet-stream", blob.clone()),
        };
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
    });
    registry.expect("a registry")
}

fn manifest(layers: Json) -> Json {
    let empty = json!({
        "mediaType": "application/vnd.oci.empty.v1+json", "size": 2,
        "digest": "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
    });
    json!({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": empty, "layers": layers
    })
}

fn layer(media_type: &str, size: usize, bytes: &[u8]) -> Json {
    json!({ "mediaType": media_type, "size": size, "digest": format!("sha256:{}", const_hex(&Sha256::digest(bytes))) })
}

fn const_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn what_a_registry_lies_about_is_not_taken() {
    quarry_tests::on_one_engine!();
    const WASM: &str = "application/wasm";
    let component = std::fs::read(built("version_one")).expect("run `just test`");
    let index = json!({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": []
    });
    let elsewhere = Outside::start(|_, _| {}).expect("a server");
    let mut foreign = layer(WASM, component.len(), &component);
    foreign["urls"] = json!([format!("http://localhost:{}/component.wasm", elsewhere.address.port())]);
    let cases = [
        (manifest(json!([layer(WASM, component.len(), b"another")])), "Invalid digest"),
        (manifest(json!([layer(WASM, 1_000, &component)])), "longer than the 1000 bytes that its manifest says"),
        (manifest(json!([layer(WASM, component.len() + 1, &component)])), "bytes that its manifest says"),
        (
            manifest(json!([layer(WASM, (64 << 20) + 1, &component)])),
            "larger than the 67108864 bytes that one may have",
        ),
        (
            manifest(json!([layer("text/plain", component.len(), &component)])),
            "it has no layer of the media type application/wasm",
        ),
        (
            manifest(json!([layer(WASM, component.len(), &component), layer(WASM, component.len(), &component)])),
            "it has several layers of the media type application/wasm",
        ),
        (
            manifest(json!([
                layer(WASM, component.len(), &component),
                layer("application/vnd.quarry.minisign.v1", 1 << 20, &component),
            ])),
            "larger than the 16384 bytes that one may have",
        ),
        (index, "not a component: it is an index of several images"),
        (manifest(json!([foreign])), ""),
    ];
    for (manifest, sentence) in cases {
        let registry = lying_registry(manifest, component.clone());
        let name = format!("localhost:{}", registry.address.port());
        let place = Place::new("lying", &format!("plain_http_registries = [\"{name}\"]"), "");
        let (is_installed, said) = place.plugin(&["install", &format!("oci://{name}/version:1")], PASSWORD);
        let installed = place.folder.join("data/components/version.wasm").exists();
        // The last is no lie: its layer is taken from the registry, whatever other place it names.
        let is_good = sentence.is_empty();
        assert_eq!((is_installed, installed), (is_good, is_good), "{sentence}: {said}");
        assert!(said.contains(sentence), "{sentence}: {said}");
        if is_good {
            let slow = place.refusal(&["install", &format!("oci://{name}/version:slow"), "--seconds", "1"]);
            assert!(slow.contains("was not done within 1 s: give it more time with --seconds"), "{slow}");
        }
    }
    assert_eq!(elsewhere.received(), Vec::<String>::new(), "nobody else is asked");
}
