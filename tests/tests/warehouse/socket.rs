//! The socket of the embedded warehouse: no other user of the machine is asked in its place, or keeps it from starting.

use super::fresh_folder;
use quarry::stores::warehouse::{SocketError, SocketPlace, Warehouse};
use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn allow(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
}

/// A data directory in which no socket fits.
fn deep(name: &str) -> PathBuf {
    let folder = fresh_folder(name).join("d".repeat(110));
    std::fs::create_dir(&folder).expect("a folder");
    folder
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").expect("this process").uid() == 0
}

#[test]
fn a_socket_is_in_the_data_directory_or_where_nobody_else_can_lay_one() {
    let short = fresh_folder("socket-short");
    assert_eq!(SocketPlace::make(&short).expect("a place").path(), short.join("warehouse.sock"));

    let data_dir = deep("socket-deep");
    let mut place = SocketPlace::make(&data_dir).expect("a place");
    let socket = place.path().to_owned();
    let folder = socket.parent().expect("a folder").to_owned();
    assert!(socket.as_os_str().len() <= 107, "{}", socket.display());
    let mode = std::fs::metadata(&folder).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "{}", folder.display());
    let other = SocketPlace::make(&data_dir).expect("a place");
    assert_ne!(other.path(), socket, "the name cannot be guessed from the data directory");
    assert_eq!(SocketPlace::existing(&data_dir).expect("a look"), None, "nobody serves yet");
    let _listener = UnixListener::bind(&socket).expect("a socket");
    place.publish().expect("a link");
    assert_eq!(SocketPlace::existing(&data_dir).expect("a look"), Some(socket));
    drop(place);
    assert!(!folder.exists(), "the folder goes with the warehouse");
    assert_eq!(SocketPlace::existing(&data_dir).expect("a look"), None);
}

#[test]
fn a_host_that_was_killed_leaves_nothing_that_keeps_the_next_one_out() {
    let data_dir = deep("socket-killed");
    let mut place = SocketPlace::make(&data_dir).expect("a place");
    drop(UnixListener::bind(place.path()).expect("a socket"));
    place.publish().expect("a link");
    let left = place.path().parent().expect("a folder").to_owned();
    std::mem::forget(place);
    let next = SocketPlace::make(&data_dir).expect("a place");
    assert!(!left.exists(), "what the killed one left is removed");
    assert_ne!(next.path().parent(), Some(left.as_path()));
}

#[test]
fn a_socket_beside_which_others_may_write_is_not_asked() {
    let data_dir = deep("socket-open");
    let folder = fresh_folder("socket-open-folder");
    let socket = folder.join("warehouse.sock");
    let _listener = UnixListener::bind(&socket).expect("a socket");
    symlink(&socket, data_dir.join("warehouse.sock")).expect("a link");
    for mode in [0o777, 0o770, 0o750, 0o701] {
        allow(&folder, mode);
        let refusal = SocketPlace::existing(&data_dir);
        assert!(matches!(refusal, Err(SocketError::OfSomebodyElse { .. })), "{mode:o}: {refusal:?}");
    }
    allow(&folder, 0o700);
    assert_eq!(SocketPlace::existing(&data_dir).expect("a look"), Some(socket.clone()));
    if is_root() {
        for path in [&socket, &folder] {
            std::os::unix::fs::lchown(path, Some(65_534), None).expect("another owner");
            let refusal = SocketPlace::existing(&data_dir);
            assert!(matches!(refusal, Err(SocketError::OfSomebodyElse { .. })), "{}: {refusal:?}", path.display());
            std::os::unix::fs::lchown(path, Some(0), None).expect("the owner again");
        }
    }
}

/// Answers every request as a warehouse answers a ping.
const STRANGER: &str = "
import socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
while True:
    connection, _ = listener.accept()
    connection.recv(65536)
    connection.sendall(b'HTTP/1.1 200 OK\\r\\ncontent-length: 4\\r\\n\\r\\nOk.\\n')
";

#[tokio::test]
async fn a_stranger_who_serves_the_socket_is_told_nothing() {
    use std::os::unix::process::CommandExt;
    let folder = fresh_folder("socket-stranger");
    allow(&folder, 0o777);
    // Only root can be two users; who runs the tests as another one sees that its own server is asked.
    let uid = if is_root() { 65_534 } else { u32::MAX };
    let socket = folder.join("warehouse.sock");
    let mut stranger = Command::new("python3");
    stranger.args(["-c", STRANGER]).arg(&socket).stdin(Stdio::null());
    if is_root() {
        stranger.uid(uid);
    }
    let mut stranger = stranger.spawn().expect("python3 runs");
    let started = Instant::now();
    while !socket.exists() {
        assert!(started.elapsed() < Duration::from_secs(10), "the stranger does not serve");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let asked = Warehouse::over_unix_socket(&socket, "default").ping().await;
    stranger.kill().expect("it ends");
    stranger.wait().expect("it ended");
    assert_eq!(asked.is_err(), is_root(), "{asked:?}");
}
