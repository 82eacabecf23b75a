//! The kinds of blocks, and the attributes of each kind.

use quarry_sdk::Choice;

/// The kind of a block; it decides what its attributes may be.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlockKind {
    Paragraph,
    Heading,
    List,
    Todo,
    Quote,
    Callout,
    Code,
    Table,
    Divider,
    Image,
    File,
    Citation,
    LiveValue,
    Chart,
    Transaction,
    Block,
    Query,
}

/// The type of an attribute's value.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// At most so many characters.
    Text(usize),
    /// From, and to.
    Whole(i64, i64),
    Words(&'static [&'static str]),
    Truth,
    /// `0x` and 64 hex digits.
    Hash,
    /// `0x` and 40 hex digits.
    Address,
    /// A list of at most so many of these words.
    ListOfWords(usize, &'static [&'static str]),
    /// A list of at most so many texts of at most 200 characters.
    Texts(usize),
    /// Any object: the bound of the block bounds it.
    Object,
}

/// An attribute of a kind. One that is not required may be left out, or null.
#[derive(Debug, Clone, Copy)]
pub struct Attribute {
    pub name: &'static str,
    pub form: Form,
    pub is_required: bool,
}

const fn required(name: &'static str, form: Form) -> Attribute {
    Attribute { name, form, is_required: true }
}

const fn optional(name: &'static str, form: Form) -> Attribute {
    Attribute { name, form, is_required: false }
}

const ID: Form = Form::Whole(1, i64::MAX);
const CHAIN: Form = Form::Text(64);
const TIME: Form = Form::Text(40);
const CAPTION: Attribute = optional("caption", Form::Text(1_000));
const ALT: Attribute = optional("alt", Form::Text(1_000));
/// The figure that was fetched last for the block, and when.
const SNAPSHOT: Attribute = optional("snapshot", Form::Object);
const FETCHED_AT: Attribute = optional("fetched_at", TIME);

const DATASETS: &[&str] = &[
    "blocks",
    "transactions",
    "logs",
    "swaps",
    "reserves",
    "price_bars",
    "pools",
    "tokens",
    "liquidations",
    "absorptions",
    "health_factors",
    "chain_events",
];
const CHARTS: &[&str] = &["prices", "volume", "liquidations", "health_factors", "absorptions", "events"];
const CATEGORIES: &[&str] = &["exploit", "governance", "launch", "depeg", "upgrade", "listing", "incentive", "other"];

/// The attributes that a block of that kind may have.
pub fn attributes(kind: BlockKind) -> &'static [Attribute] {
    match kind {
        BlockKind::Paragraph | BlockKind::Quote | BlockKind::Divider => &[],
        BlockKind::Heading => const { &[required("level", Form::Whole(1, 3))] },
        BlockKind::List => const { &[optional("ordered", Form::Truth)] },
        BlockKind::Todo => const { &[optional("checked", Form::Truth)] },
        BlockKind::Callout => {
            const { &[optional("tone", Form::Words(&["note", "tip", "important", "warning", "caution"]))] }
        }
        BlockKind::Code => const { &[optional("language", Form::Text(40))] },
        BlockKind::Table => {
            const { &[optional("alignments", Form::ListOfWords(64, &["none", "left", "center", "right"]))] }
        }
        BlockKind::Image | BlockKind::File => const { &[required("upload_id", ID), ALT, CAPTION] },
        BlockKind::Citation => const { &[required("citation_id", ID), CAPTION] },
        BlockKind::LiveValue => {
            const {
                &[
                    required("citation_id", ID),
                    optional("format", Form::Words(&["plain", "grouped", "compact", "percent"])),
                    SNAPSHOT,
                    FETCHED_AT,
                ]
            }
        }
        BlockKind::Chart => {
            const {
                &[
                    required("source", Form::Words(CHARTS)),
                    optional("protocol", Form::Text(60)),
                    optional("deployment", Form::Text(60)),
                    optional("block", Form::Whole(0, i64::MAX)),
                    optional("pool", Form::Address),
                    optional("chain", CHAIN),
                    optional("period", Form::Words(&["hourly", "daily"])),
                    optional("from", TIME),
                    optional("to", TIME),
                    optional("category", Form::Words(CATEGORIES)),
                    optional("events", Form::Truth),
                    CAPTION,
                ]
            }
        }
        BlockKind::Transaction => {
            const { &[required("chain", CHAIN), required("hash", Form::Hash), SNAPSHOT, FETCHED_AT] }
        }
        BlockKind::Block => {
            const {
                &[
                    required("chain", CHAIN),
                    required("number", Form::Whole(0, i64::MAX)),
                    optional("hash", Form::Hash),
                    SNAPSHOT,
                    FETCHED_AT,
                ]
            }
        }
        BlockKind::Query => {
            const {
                &[
                    required("dataset", Form::Words(DATASETS)),
                    optional("columns", Form::Texts(100)),
                    optional("filters", Form::Object),
                    CAPTION,
                ]
            }
        }
    }
}

const ALL: [BlockKind; 17] = [
    BlockKind::Paragraph,
    BlockKind::Heading,
    BlockKind::List,
    BlockKind::Todo,
    BlockKind::Quote,
    BlockKind::Callout,
    BlockKind::Code,
    BlockKind::Table,
    BlockKind::Divider,
    BlockKind::Image,
    BlockKind::File,
    BlockKind::Citation,
    BlockKind::LiveValue,
    BlockKind::Chart,
    BlockKind::Transaction,
    BlockKind::Block,
    BlockKind::Query,
];

impl Form {
    /// In words, behind "must be".
    pub fn words(self) -> String {
        match self {
            Form::Text(most) => format!("a text of at most {most} characters"),
            Form::Whole(least, i64::MAX) => format!("a whole number from {least}"),
            Form::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Form::Words(words) => format!("one of {}", words.join(", ")),
            Form::Truth => "true or false".to_owned(),
            Form::Hash => "0x and 64 hex digits".to_owned(),
            Form::Address => "0x and 40 hex digits".to_owned(),
            Form::ListOfWords(most, words) => format!("a list of at most {most} of {}", words.join(", ")),
            Form::Texts(most) => format!("a list of at most {most} texts of at most 200 characters"),
            Form::Object => "an object".to_owned(),
        }
    }
}

/// The attributes of every kind, for the documents.
pub fn description() -> String {
    let of = |kind: &BlockKind| {
        let attributes = attributes(*kind).iter().map(|attribute| {
            let needed = if attribute.is_required { "required, " } else { "" };
            format!("`{}` ({needed}{})", attribute.name, attribute.form.words())
        });
        let attributes: Vec<String> = attributes.collect();
        let attributes = if attributes.is_empty() { "none".to_owned() } else { attributes.join("; ") };
        format!("- `{}`: {attributes}", kind.word())
    };
    let kinds: Vec<String> = ALL.iter().map(of).collect();
    format!(
        "An object by the kind of the block. Those that are not required may be left out, or null.\n\n{}",
        kinds.join("\n")
    )
}
