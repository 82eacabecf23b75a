//! The grants that a component may be given. To add a grant: its variant, its place in `ALL`, its name, and its case in
//! `wit/manifest.wit`.

/// A capability a component may be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grant {
    /// Run its declared warehouse statements.
    Warehouse,
    /// Run its declared app-store statements.
    AppStore,
    /// Ask what plan and entitlements are in force for the caller.
    Identity,
    /// Write audit entries with its transactions.
    Audit,
    /// Emit events with its transactions.
    Events,
    /// Enqueue jobs with its transactions, look at them and cancel them.
    Jobs,
    /// Send mail with its transactions.
    Mail,
    /// Tell people who are connected of something, with its transactions.
    Notifications,
    /// Mint, rotate and revoke API keys of organizations, for their admins.
    ApiKeys,
    /// Invite people into organizations by mail, for their admins.
    Invitations,
    /// Save and test the identity providers of organizations, for their admins.
    SingleSignOn,
    /// Look names up at the deployment's name server.
    NameLookup,
    /// Keep values between requests, by key.
    KeyValue,
    /// Ask the servers that the manifest and the deployment name.
    OutboundHttp,
    /// Store objects, read them, answer with them, sign links to them.
    Objects,
    /// Write the rows of its warehouse statements into its objects.
    RowFiles,
    /// Read the datasets that other components declare, with their rights.
    Datasets,
    /// Mint, keep and compare secrets, which it never sees.
    Secrets,
    /// See and change the caller's own account.
    Accounts,
    /// See the module switches and set them, for staff who may.
    Modules,
    /// Change other people's accounts, for staff who may.
    People,
    /// Run its statements for new accounts, which are given ids and times.
    NewAccounts,
    /// Give its statements for new accounts the people's names too.
    NewAccountNames,
    /// Say why an account is not deleted yet.
    AccountKeeping,
    /// Add its rows about a person to exports, and remove them with the account.
    PersonalData,
    /// Answer in media types of its own, beside JSON.
    TextAnswers,
    /// Be a part of the service: accounts wait for its statements and are kept by it, its guards name tenants that the host does not check, its names
    /// stand as it gives them. The configuration alone gives it.
    FirstParty,
}

/// The beginning of the sentence about a missing grant.
const MISSING: &str = "the component was not granted";

impl Grant {
    /// Every grant there is.
    const ALL: &'static [Grant] = &[
        Grant::Warehouse,
        Grant::AppStore,
        Grant::Identity,
        Grant::Audit,
        Grant::Events,
        Grant::Jobs,
        Grant::Mail,
        Grant::Notifications,
        Grant::ApiKeys,
        Grant::Invitations,
        Grant::SingleSignOn,
        Grant::NameLookup,
        Grant::KeyValue,
        Grant::OutboundHttp,
        Grant::Objects,
        Grant::RowFiles,
        Grant::Datasets,
        Grant::Secrets,
        Grant::Accounts,
        Grant::Modules,
        Grant::People,
        Grant::NewAccounts,
        Grant::NewAccountNames,
        Grant::AccountKeeping,
        Grant::PersonalData,
        Grant::TextAnswers,
        Grant::FirstParty,
    ];

    /// The name used in manifests and configuration.
    pub fn name(self) -> &'static str {
        match self {
            Grant::Warehouse => "warehouse",
            Grant::AppStore => "app-store",
            Grant::Identity => "identity",
            Grant::Audit => "audit",
            Grant::Events => "events",
            Grant::Jobs => "jobs",
            Grant::Mail => "mail",
            Grant::Notifications => "notifications",
            Grant::ApiKeys => "api-keys",
            Grant::Invitations => "invitations",
            Grant::SingleSignOn => "single-sign-on",
            Grant::NameLookup => "name-lookup",
            Grant::KeyValue => "key-value",
            Grant::OutboundHttp => "outbound-http",
            Grant::Objects => "objects",
            Grant::RowFiles => "row-files",
            Grant::Datasets => "datasets",
            Grant::Secrets => "secrets",
            Grant::Accounts => "accounts",
            Grant::Modules => "modules",
            Grant::People => "people",
            Grant::NewAccounts => "new-accounts",
            Grant::NewAccountNames => "new-account-names",
            Grant::AccountKeeping => "account-keeping",
            Grant::PersonalData => "personal-data",
            Grant::TextAnswers => "text-answers",
            Grant::FirstParty => "first-party",
        }
    }

    /// The grant of that name.
    pub fn from_name(name: &str) -> Option<Grant> {
        Grant::ALL.iter().copied().find(|grant| grant.name() == name)
    }

    /// Every name, for sentences.
    pub fn names() -> String {
        let names: Vec<&str> = Grant::ALL.iter().map(|grant| grant.name()).collect();
        names.join(", ")
    }

    /// The sentence for a component that uses the grant without having it.
    pub fn missing(self) -> String {
        format!(
            "{MISSING} {}: its manifest asks for it (`grants` of plugin!), and the deployment gives it in components.grants",
            self.name()
        )
    }

    /// The grant that a text says is [`missing`](Grant::missing); none where it says no such thing.
    pub fn missing_in(text: &str) -> Option<Grant> {
        let (_, rest) = text.split_once(MISSING)?;
        Grant::from_name(rest.trim_start().split(':').next()?)
    }
}
