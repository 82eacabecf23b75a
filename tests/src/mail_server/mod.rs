//! A mail server with refusals on demand, in a process of its own (`quarry-mail-server`): what delivering letters is tested
//! against. It takes letters as RFC 5321 says; a second port tells what came and is told what to refuse.

mod client;
mod serve;

pub use client::MailServer;
pub use serve::{Letter, serve};
