//! The file that says where a host serves, with keys and passwords: it goes where it was asked for and nowhere else.

use quarry_tests::bounded;
use quarry_tests::compiled_code;
use quarry_tests::server::{fresh_folder, installation};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn keys_and_passwords_do_not_go_where_somebody_else_laid_a_link() {
    quarry_tests::on_one_engine!();
    let folder = fresh_folder("ready-file").expect("a folder");
    let (ready, victim) = (folder.join("ready.json"), folder.join("victim"));
    std::fs::write(&victim, "as it was").expect("a file");
    compiled_code::give(&folder.join("data"));
    // The shell becomes the host, so the name that its process id makes is known before it runs.
    let mut host = Command::new("sh")
        .args(["-c", "read -r go && exec \"$@\" 2>\"$LOG\"", "host"])
        .arg(installation().expect("an installation").join("quarry"))
        .args(["up", "--no-sample", "--listen", "127.0.0.1:0", "--until-input-ends", "--data-dir"])
        .arg(folder.join("data"))
        .arg("--ready-file")
        .arg(&ready)
        .env("LOG", folder.join("log"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("a shell");
    let name = format!("ready.{}.tmp", host.id());
    symlink(&victim, folder.join(name)).expect("a link");
    let mut input = host.stdin.take().expect("standard input");
    input.write_all(b"go\n").expect("it reads");
    let started = Instant::now();
    while !ready.exists() {
        let ended = host.try_wait().expect("it is looked at");
        let log = || std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        assert!(
            ended.is_none() && started.elapsed() < bounded::beside_others(Duration::from_secs(120)),
            "it does not serve: {}",
            log()
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let content = std::fs::read_to_string(&ready).expect("the file");
    let found = std::fs::symlink_metadata(&ready).expect("the file");
    drop(input);
    let end = bounded::ended(&mut host, Duration::from_secs(120)).expect("it is looked at");
    if end.is_none() {
        let _ = host.kill();
        let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        panic!("it goes on after its input has ended: {log}");
    }
    assert!(content.contains("base_url") && content.ends_with('}'), "{content}");
    assert!(found.is_file() && found.permissions().mode() & 0o777 == 0o600, "{found:?}");
    assert_eq!(std::fs::read_to_string(&victim).expect("the file"), "as it was");
    let names = std::fs::read_dir(&folder).expect("the folder").flatten();
    let left = names.filter(|entry| entry.file_name().to_string_lossy().starts_with(".quarry")).count();
    assert_eq!(left, 0, "nothing is left beside it");
    let _ = std::fs::remove_dir_all(&folder);
}
