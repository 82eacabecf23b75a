//! A body that is dear to check costs its sender time and nobody else: a component whose schema is the dearest that is admitted, and
//! clients that all send it at once.

use quarry_tests::bounded::SetAtEnd;
use quarry_tests::server::{Options, Server, fresh_folder};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time to check the bodies that are sent at once, one after another on each thread that does: more than a request
/// waits for its turn.
const WORK: Duration = Duration::from_secs(6);
/// The longest that others wait meanwhile, on two busy cores.
const OTHERS_WITHIN: Duration = Duration::from_millis(1_000);

/// A host with the component that has the dearest body, open to anybody.
fn server(folder: &Path) -> Server {
    const NAME: &str = "quarry-mistake:none.............";
    const CASE: &str = "quarry-mistake:dearest_body.....";
    let components = folder.join("components");
    std::fs::create_dir(&components).expect("a folder");
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
    let mut component = std::fs::read(built.join("quarry_test_manifests.wasm")).expect("run `just test`");
    let at = component.windows(NAME.len()).position(|window| window == NAME.as_bytes()).expect("the place for a name");
    component[at..at + CASE.len()].copy_from_slice(CASE.as_bytes());
    std::fs::write(components.join("dearest.wasm"), component).expect("a file");
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}/components\"\n[components.grants]\n\
         mistake = [\"app-store\", \"events\", \"jobs\", \"notifications\", \"personal-data\"]\n\
         [rate_limits]\npublic_per_minute = 1000000\n",
        folder.display()
    );
    std::fs::write(&config, text).expect("written");
    Server::start(&Options { config: Some(config), no_sample: true, ..Options::default() }).expect("a server")
}

#[test]
fn others_are_answered_while_clients_send_the_dearest_bodies() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let folder = fresh_folder("body-prices").expect("a folder");
    let server = server(&folder);
    let json = [("content-type", "application/json")];
    let send = |body: &str| server.send_body("POST", "/mistake", &json, body.as_bytes());
    // The component answers everything with 404, so that is a body that passed.
    let small = send("[1]");
    assert_eq!((small.status, small.detail().as_str()), (404, "There is nothing."), "{}", server.log());
    let wrong = send("[0.05]");
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "validation_failed"), "{}", wrong.text);
    let dear = format!("[{}1]", "1,".repeat(32_700));
    let alone = Instant::now();
    assert_eq!(send(&dear).status, 404, "a dear body is taken");
    let alone = alone.elapsed();
    let threads = (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1);
    let senders = (WORK.as_millis() / alone.as_millis().max(10)) as usize * threads + 1;
    let (is_over, mut slowest, mut asked) = (AtomicBool::new(false), Duration::ZERO, 0);
    let answers = std::thread::scope(|scope| {
        let over = SetAtEnd(&is_over);
        let senders: Vec<_> = (0..senders).map(|_| scope.spawn(|| send(&dear))).collect();
        let probing = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let began = Instant::now();
                assert_eq!(server.send_to_root("GET", "/healthz", &[]).status, 200);
                let small = send("[1]");
                assert_eq!(small.status, 404, "a small body waits for none of them: {}", small.text);
                slowest = slowest.max(began.elapsed());
                asked += 1;
            }
        });
        let answers: Vec<_> = senders.into_iter().map(|sender| sender.join().expect("an answer")).collect();
        drop(over);
        probing.join().expect("the probes are answered");
        answers
    });
    for answer in &answers {
        match answer.status {
            404 => assert_eq!(answer.detail(), "There is nothing."),
            _ => {
                assert_eq!((answer.status, answer.code().as_str()), (503, "overloaded"), "{}", answer.text);
                assert_eq!(answer.header("retry-after"), "1");
                assert!(answer.detail().contains("request bodies wait to be checked"), "{}", answer.text);
            }
        }
    }
    let taken = answers.iter().filter(|answer| answer.status == 404).count();
    assert!(taken > 0, "some of them are taken");
    assert!(taken < senders, "{senders} bodies of {alone:?} each were all taken: nobody was told to come back");
    assert!(asked > 2, "others asked meanwhile");
    assert!(slowest < OTHERS_WITHIN, "others waited {slowest:?} while {taken} bodies of {alone:?} each were checked");
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
}
