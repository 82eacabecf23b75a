//! A name server on loopback that says what a test wants: names that lead inside, and names that change their mind.

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

const A: u16 = 1;
const TXT: u16 = 16;
const AAAA: u16 = 28;

/// Answers questions until it is dropped.
#[derive(Debug)]
pub struct NameServer {
    pub address: SocketAddr,
    questions: Arc<Mutex<Vec<String>>>,
    has_ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl NameServer {
    /// `answer` gives the addresses of a name (lowercase, without the dot at its end), told how often it was asked for
    /// before; it is asked once for IPv4 and once for IPv6 each time. Answers are not to be remembered.
    pub fn start(answer: impl Fn(&str, usize) -> Vec<IpAddr> + Send + 'static) -> std::io::Result<NameServer> {
        NameServer::with_texts(answer, |_| Vec::new())
    }

    /// Starts as [`NameServer::start`] does; `texts` gives the records of the type TXT.
    pub fn with_texts(
        answer: impl Fn(&str, usize) -> Vec<IpAddr> + Send + 'static,
        texts: impl Fn(&str) -> Vec<String> + Send + 'static,
    ) -> std::io::Result<NameServer> {
        let socket = UdpSocket::bind("127.0.0.1:0")?;
        socket.set_read_timeout(Some(Duration::from_millis(100)))?;
        let address = socket.local_addr()?;
        let (questions, has_ended) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (asked, ended) = (Arc::clone(&questions), Arc::clone(&has_ended));
        let thread = std::thread::spawn(move || {
            let mut packet = [0; 1_500];
            while !ended.load(Ordering::Relaxed) {
                let Ok((length, client)) = socket.recv_from(&mut packet) else { continue };
                let Some((name, kind, end)) = question(&packet[..length]) else { continue };
                let label = format!("{name} {kind}");
                let mut asked = asked.lock().expect("no test panics here");
                let before = asked.iter().filter(|known| **known == label).count();
                asked.push(label);
                drop(asked);
                let records = match kind {
                    TXT => texts(&name).iter().map(|text| text_record(text)).collect(),
                    _ => address_records(kind, &answer(&name, before)),
                };
                let reply = reply(&packet[..end], kind, &records);
                // A client that has gone needs no answer.
                let _ = socket.send_to(&reply, client);
            }
        });
        Ok(NameServer { address, questions, has_ended, thread: Some(thread) })
    }

    /// Counts the questions for the addresses of `name`.
    pub fn questions(&self, name: &str) -> usize {
        let label = format!("{name} {A}");
        self.questions.lock().expect("no test panics here").iter().filter(|known| **known == label).count()
    }
}

impl Drop for NameServer {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The name and type of a packet's question, and where it ends.
fn question(packet: &[u8]) -> Option<(String, u16, usize)> {
    let mut at = 12;
    let mut labels = Vec::new();
    loop {
        let length = usize::from(*packet.get(at)?);
        at += 1;
        if length == 0 {
            break;
        }
        labels.push(String::from_utf8_lossy(packet.get(at..at + length)?).to_ascii_lowercase());
        at += length;
    }
    let kind = u16::from_be_bytes([*packet.get(at)?, *packet.get(at + 1)?]);
    Some((labels.join("."), kind, at + 4))
}

/// The addresses of the type.
fn address_records(kind: u16, addresses: &[IpAddr]) -> Vec<Vec<u8>> {
    let of_kind = addresses.iter().filter_map(|address| match (address, kind) {
        (IpAddr::V4(address), A) => Some(address.octets().to_vec()),
        (IpAddr::V6(address), AAAA) => Some(address.octets().to_vec()),
        _ => None,
    });
    of_kind.collect()
}

/// A text in pieces of 255 bytes.
fn text_record(text: &str) -> Vec<u8> {
    text.as_bytes()
        .chunks(255)
        .flat_map(|piece| std::iter::once(piece.len() as u8).chain(piece.iter().copied()))
        .collect()
}

/// RFC 1035: the question again, and its records with a time to live of 0.
fn reply(question: &[u8], kind: u16, records: &[Vec<u8>]) -> Vec<u8> {
    let mut reply = question.to_vec();
    reply[2..4].copy_from_slice(&[0x81, 0x80]);
    reply[6..12].copy_from_slice(&[0, records.len() as u8, 0, 0, 0, 0]);
    for record in records {
        reply.extend([0xc0, 12]);
        reply.extend(kind.to_be_bytes());
        reply.extend([0, 1, 0, 0, 0, 0]);
        reply.extend((record.len() as u16).to_be_bytes());
        reply.extend(record);
    }
    reply
}
