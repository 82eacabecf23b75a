//! The pages of `docs/capabilities`: their code is compiled with the documentation of this crate. A page is listed here; the test
//! `architecture` looks.

macro_rules! pages {
    ($($name:ident: $file:literal),* $(,)?) => {
        $(#[doc = include_str!($file)] mod $name {})*
    };
}

pages! {
    accounts: "../../docs/capabilities/accounts.md",
    always: "../../docs/capabilities/always.md",
    api_keys: "../../docs/capabilities/api-keys.md",
    audit: "../../docs/capabilities/audit.md",
    event_streams: "../../docs/capabilities/event-streams.md",
    events: "../../docs/capabilities/events.md",
    identity: "../../docs/capabilities/identity.md",
    index: "../../docs/capabilities/README.md",
    invitations: "../../docs/capabilities/invitations.md",
    jobs: "../../docs/capabilities/jobs.md",
    key_value: "../../docs/capabilities/key-value.md",
    live_messages: "../../docs/capabilities/live-messages.md",
    mail: "../../docs/capabilities/mail.md",
    markdown: "../../docs/capabilities/markdown.md",
    modules: "../../docs/capabilities/modules.md",
    name_lookup: "../../docs/capabilities/name-lookup.md",
    objects: "../../docs/capabilities/objects.md",
    outbound_http: "../../docs/capabilities/outbound-http.md",
    people: "../../docs/capabilities/people.md",
    datasets: "../../docs/capabilities/datasets.md",
    row_files: "../../docs/capabilities/row-files.md",
    rows: "../../docs/capabilities/rows.md",
    secrets: "../../docs/capabilities/secrets.md",
    settings: "../../docs/capabilities/settings.md",
    single_sign_on: "../../docs/capabilities/single-sign-on.md",
    transactions: "../../docs/capabilities/transactions.md",
}
