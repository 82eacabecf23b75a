//! A web server on loopback that stands for one outside: it remembers what it was sent and answers as a test says.

use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Serves for as long as the test process runs.
#[derive(Debug)]
pub struct Outside {
    pub address: SocketAddr,
    received: Arc<Mutex<Vec<String>>>,
}

impl Outside {
    /// `answer` gets the head of a request and its connection, and writes what it likes to it.
    pub fn start(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> std::io::Result<Outside> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let received = Arc::new(Mutex::new(Vec::new()));
        let (answer, remembered) = (Arc::new(answer), Arc::clone(&received));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, remembered) = (Arc::clone(&answer), Arc::clone(&remembered));
                std::thread::spawn(move || serve(stream, &*answer, &remembered));
            }
        });
        Ok(Outside { address, received })
    }

    /// Every request so far: its head and its body.
    pub fn received(&self) -> Vec<String> {
        self.received.lock().expect("no test panics here").clone()
    }
}

fn serve(mut stream: TcpStream, answer: &dyn Fn(&str, &mut TcpStream), remembered: &Mutex<Vec<String>>) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
    let mut bytes = Vec::new();
    let mut piece = [0; 16 * 1024];
    while let Ok(length @ 1..) = stream.read(&mut piece) {
        bytes.extend_from_slice(&piece[..length]);
        if let Some(whole) = whole_request(&bytes) {
            remembered.lock().expect("no test panics here").push(whole.clone());
            answer(&whole, &mut stream);
            break;
        }
    }
}

/// The request, once all of its body is there.
fn whole_request(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let length = head
        .lines()
        .filter_map(|line| line.split_once(": "))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, length)| length.parse().ok())
        .unwrap_or(0);
    (body.len() >= length).then(|| text.into_owned())
}
