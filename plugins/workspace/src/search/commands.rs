//! Commands of the web application: where to go, and what to do there.

use crate::search::words::has_all;
use quarry_research_terms::asked::Word;
use quarry_sdk::prelude::*;

/// The kind of a command.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandKind {
    /// Shows a page of the application.
    Open,
    /// Begins something new.
    Create,
}

/// A command that was found.
#[derive(Schema, Serialize)]
pub struct FoundCommand {
    #[schema(example = "research.open")]
    pub key: String,
    pub kind: CommandKind,
    #[schema(example = "Open research")]
    pub title: String,
    /// The path at which the web application does it.
    #[schema(example = "/research")]
    pub path: String,
}

/// A command as it is known.
struct Command {
    key: &'static str,
    kind: CommandKind,
    title: &'static str,
    path: &'static str,
    /// More words by which people look for it.
    words: &'static str,
    /// It is not found while this one is off.
    module: Option<&'static str>,
}

const fn open(key: &'static str, title: &'static str, path: &'static str, words: &'static str) -> Command {
    Command { key, kind: CommandKind::Open, title, path, words, module: None }
}

const fn create(key: &'static str, title: &'static str, path: &'static str, words: &'static str) -> Command {
    Command { key, kind: CommandKind::Create, title, path, words, module: None }
}

impl Command {
    const fn of(self, module: &'static str) -> Command {
        Command { module: Some(module), ..self }
    }
}

/// All of them, in the application's order. docs/research-search.md lists them.
const COMMANDS: &[Command] = &[
    open("research.open", "Open research", "/research", "workspace projects pages").of("research"),
    create("research.create_project", "New project", "/research?new=project", "create start research").of("research"),
    open("research.open_trash", "Open the trash", "/research/trash", "restore deleted removed").of("research"),
    open("data.open", "Open datasets", "/data", "catalogue download csv parquet").of("data_downloads"),
    create("data.create_export", "New export", "/data", "create download request csv parquet").of("data_downloads"),
    open("library.open", "Open the library", "/library", "queries watchlist").of("prices"),
    open("notifications.open", "Open notifications", "/inbox", "inbox mentions comments replies"),
    open("spaces.open", "Open spaces", "/spaces", "members sharing roles switch"),
    create("spaces.create", "New space", "/spaces", "create shared members"),
    open("organizations.open", "Open organizations", "/organizations", "members keys plan billing"),
    open("account.open", "Open your account", "/account", "settings password sessions security profile"),
];

/// Those that have all words in title, path or their other words, of modules that are on.
pub fn with(words: &[Word], is_on: impl Fn(&str) -> bool) -> Vec<FoundCommand> {
    let is_meant = |command: &&Command| {
        command.module.is_none_or(&is_on) && has_all(&format!("{}\n{}", command.title, command.words), words)
    };
    let found = COMMANDS.iter().filter(is_meant).map(|command| FoundCommand {
        key: command.key.to_owned(),
        kind: command.kind,
        title: command.title.to_owned(),
        path: command.path.to_owned(),
    });
    found.collect()
}
