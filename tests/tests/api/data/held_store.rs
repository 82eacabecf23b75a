//! An object store in which each file waits at its beginning until a test lets it go: a door in front of the server that speaks S3.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(60);

/// The door. It ends with the process.
pub(super) struct HeldStore {
    pub(super) url: String,
    door: Arc<Mutex<Option<Sender<HeldFile>>>>,
}

/// A file of more than one part that the host has begun and that the store has not been told of: its statement runs, and its rows wait.
pub(super) struct HeldFile(Sender<()>);

impl HeldFile {
    pub(super) fn go(self) {
        let _ = self.0.send(());
    }
}

impl HeldStore {
    pub(super) fn before(store: &str) -> HeldStore {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let address = store.strip_prefix("http://").expect("an address").to_owned();
        let door = Arc::new(Mutex::new(None));
        let held = Arc::clone(&door);
        std::thread::spawn(move || {
            for host in listener.incoming().flatten() {
                let Ok(store) = TcpStream::connect(&address) else { continue };
                let (door, to_host) = (Arc::clone(&held), host.try_clone().expect("a connection"));
                let to_store = store.try_clone().expect("a connection");
                std::thread::spawn(move || pass(host, to_store, |bytes| wait_if_held(&door, bytes)));
                std::thread::spawn(move || pass(store, to_host, |_| ()));
            }
        });
        HeldStore { url, door }
    }

    /// Holds each file from here on, until what is given back is gone.
    pub(super) fn hold(&self) -> HeldFiles {
        let (sender, files) = channel();
        *self.door.lock().expect("the door") = Some(sender);
        HeldFiles { files, door: Arc::clone(&self.door) }
    }
}

/// The files that are held, one after the other.
pub(super) struct HeldFiles {
    files: Receiver<HeldFile>,
    door: Arc<Mutex<Option<Sender<HeldFile>>>>,
}

impl HeldFiles {
    pub(super) fn next(&self) -> HeldFile {
        self.files.recv_timeout(WITHIN).expect("a file of more than one part is begun")
    }
}

impl Drop for HeldFiles {
    fn drop(&mut self) {
        *self.door.lock().expect("the door") = None;
    }
}

/// The request that begins an object of several parts is `POST /bucket/key?uploads`.
fn wait_if_held(door: &Mutex<Option<Sender<HeldFile>>>, bytes: &[u8]) {
    let line = bytes.split(|byte| *byte == b'\r').next().unwrap_or_default();
    if !line.starts_with(b"POST ") || !String::from_utf8_lossy(line).contains("?uploads") {
        return;
    }
    let Some(files) = door.lock().expect("the door").clone() else { return };
    let (go, gone) = channel();
    // A test that failed has no more use for it.
    if files.send(HeldFile(go)).is_ok() {
        let _ = gone.recv();
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, before_each: impl Fn(&[u8])) {
    let mut bytes = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        before_each(&bytes[..count]);
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}
