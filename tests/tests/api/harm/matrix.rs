//! The matrix: who takes what, and how. Each row is a resource that tenants share; a stranger's component has a way for each grant
//! that leads to it, and a member, a key and a visitor have one, or the reason why they have none.

use super::stage::Tenant;
use serde_json::{Value as Json, json};
use std::fmt::{Display, Formatter};

/// The one who takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attacker {
    /// A component with one grant.
    Component(Grant),
    Member,
    Key,
    Visitor,
}

/// A grant as the configuration names it; none is a component without any.
pub(super) type Grant = Option<&'static str>;

/// What the attacker does, again and again.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// Has the component `taker` take all that it can of it in one request.
    Take(&'static str),
    /// Sends a request: method, path, body. `{page}` and the like stand for what the attacker's tenant has.
    Send(&'static str, &'static str, fn(&Tenant, u64) -> Option<Json>),
    /// Connects for live updates, and stays.
    Listen,
    /// There is no way, for this reason.
    OutOfReach(&'static str),
}

/// A resource that tenants share, and every way to it.
pub(super) struct Row {
    pub(super) resource: &'static str,
    pub(super) component: &'static [(Grant, &'static str)],
    pub(super) member: Way,
    pub(super) key: Way,
    pub(super) visitor: Way,
}

/// A way of an attacker to a resource.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) resource: &'static str,
    pub(super) attacker: Attacker,
    pub(super) way: Way,
}

impl Display for Cell {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let attacker = match self.attacker {
            Attacker::Component(None) => "a component without a grant".to_owned(),
            Attacker::Component(Some(grant)) => format!("a component with {grant}"),
            Attacker::Member => "a member".to_owned(),
            Attacker::Key => "a key".to_owned(),
            Attacker::Visitor => "a visitor".to_owned(),
        };
        write!(formatter, "{}: {attacker}", self.resource)
    }
}

/// The grants that lead to none of these resources beyond what another row tries, and why.
pub(super) const ELSEWHERE: &[(&str, &str)] = &[
    ("identity", "it reads what the host has of the caller already"),
    (
        "datasets",
        "its statements are those of other components, within the limits that `warehouse` and `row-files` have here",
    ),
    ("accounts", "10 calls a request about the caller's own account, with a password given not long ago"),
    ("api-keys", "200 keys of an organization of which the caller is owner or admin"),
    ("invitations", "letters as a member writes them here, 200 that wait"),
    ("single-sign-on", "one provider of an organization of which the caller is owner or admin"),
    ("modules", "for staff with modules_manage alone"),
    ("people", "for staff with users_manage alone"),
    ("new-accounts", "it is asked after the account is made, a second for 500 of them"),
    ("new-account-names", "as `new-accounts`, with a name beside the number"),
    ("account-keeping", "a second and 100 rows, when somebody deletes their account"),
    ("personal-data", "30 s and 16 MiB, when somebody asks for their data or goes"),
    ("text-answers", "an answer of another type within the length that each answer has"),
    ("first-party", "the configuration alone gives it, and no installation"),
];

/// The twelve resources.
pub(super) const MATRIX: &[Row] = &[
    Row {
        resource: "CPU",
        component: &[(None, "cpu"), (Some("secrets"), "passwords")],
        member: Way::Send("POST", "/session/research/pages/{page}/import", |_, _| markdown("[".repeat(60_000))),
        key: Way::Send("POST", "/research/pages/{page}/export?format=html", no_body),
        visitor: Way::Send("POST", "/auth/exchange", |tenant, _| {
            Some(json!({ "grant_type": "password", "email": tenant.email, "password": "a wrong one, 1904" }))
        }),
    },
    Row {
        resource: "memory",
        component: &[(None, "memory"), (Some("warehouse"), "large_rows"), (Some("app-store"), "own_rows")],
        member: Way::Send("POST", "/session/research/pages/{page}/import", |_, _| markdown("![".repeat(333_000))),
        key: Way::Send("PUT", "/research/pages/{page}/document", |_, _| Some(large_document())),
        visitor: Way::Send("POST", "/auth/exchange", |_, _| Some(json!({ "grant_type": "x".repeat(900_000) }))),
    },
    Row {
        resource: "instances",
        component: &[(None, "instances")],
        member: Way::Send("GET", "/session/research/pages/{page}", no_body),
        key: Way::Send("GET", "/research/pages", no_body),
        visitor: Way::Send("GET", "/public/home", no_body),
    },
    Row {
        resource: "permits",
        component: &[(Some("outbound-http"), "outbound"), (Some("name-lookup"), "names")],
        member: Way::Send("GET", "/session/search?q=harbour", no_body),
        key: Way::Send("GET", "/liquidations", no_body),
        visitor: Way::Send("GET", "/public/tracking", no_body),
    },
    Row {
        resource: "the store's writer",
        component: &[(Some("app-store"), "writer"), (Some("audit"), "audit")],
        member: Way::Send("PATCH", "/session/research/pages/{page}", |_, number| {
            Some(json!({ "title": format!("Harbour {number}") }))
        }),
        key: Way::Send("PATCH", "/research/pages/{page}", |_, number| {
            Some(json!({ "title": format!("Quay {number}") }))
        }),
        visitor: Way::Send("POST", "/auth/recovery", |tenant, _| Some(json!({ "email": tenant.email }))),
    },
    Row {
        resource: "rows",
        component: &[(Some("app-store"), "rows"), (Some("jobs"), "jobs")],
        member: Way::Send("POST", "/session/research/projects", |tenant, number| {
            Some(json!({ "name": format!("Project {number}"), "space_id": tenant.space }))
        }),
        key: Way::Send("POST", "/research/pages", |tenant, number| {
            Some(json!({ "title": format!("Page {number}"), "project_id": tenant.project }))
        }),
        visitor: Way::OutOfReach("the one row that a visitor makes is the letter of the row above"),
    },
    Row {
        resource: "disk",
        component: &[(Some("app-store"), "disk"), (Some("key-value"), "key_values")],
        member: Way::Send("POST", "/session/research/pages/{page}/page-versions", |_, number| {
            Some(json!({ "name": format!("Version {number}") }))
        }),
        key: Way::Send("POST", "/research/pages/{page}/comments", |_, _| Some(json!({ "body": "x".repeat(4_000) }))),
        visitor: Way::Send("GET", "/public/blog/{number}", no_body),
    },
    Row {
        resource: "objects",
        component: &[(Some("objects"), "objects"), (Some("row-files"), "row_files")],
        member: Way::Send("POST", "/session/research/pages/{page}/uploads", |_, number| {
            let name = format!("{number}.png");
            Some(json!({ "file_name": name, "media_type": "image/png", "size_bytes": 25_000_000 }))
        }),
        key: Way::Send("POST", "/datasets/liquidations/requests", |_, number| {
            Some(json!({ "name": format!("Export {number}"), "formats": ["csv"] }))
        }),
        visitor: Way::Send("PUT", "/objects/{number}", |_, _| Some(json!("x".repeat(900_000)))),
    },
    Row {
        resource: "mail",
        component: &[(Some("mail"), "mail")],
        member: Way::Send("POST", "/session/organizations/{organization}/invitations", |_, number| {
            Some(json!({ "email": format!("guest-{number}@guests.example"), "role": "member" }))
        }),
        key: Way::OutOfReach("no operation for keys writes a letter"),
        visitor: Way::Send("POST", "/auth/recovery", |tenant, _| Some(json!({ "email": tenant.email }))),
    },
    Row {
        resource: "live messages",
        component: &[(Some("notifications"), "notifications")],
        member: Way::Send("POST", "/session/research/pages/{page}/presence", no_body),
        key: Way::Send("POST", "/research/pages/{page}/comments", |_, _| Some(json!({ "body": "Look." }))),
        visitor: Way::Listen,
    },
    Row {
        resource: "webhooks",
        component: &[(Some("events"), "events")],
        member: Way::Send("POST", "/session/organizations/{organization}/webhooks/{webhook}/test", no_body),
        key: Way::Send("POST", "/citations", |_, number| {
            let label = format!("Liquidations {number}");
            Some(json!({ "dataset": "liquidations", "aggregate": "count", "date_from": "2024-01-01", "label": label }))
        }),
        visitor: Way::OutOfReach("nothing that a visitor does is an event of an organization"),
    },
    Row {
        resource: "the warehouse",
        component: &[(Some("warehouse"), "slow_statement"), (Some("row-files"), "row_files")],
        member: Way::Send("GET", "/session/data/datasets/liquidations", no_body),
        key: Way::Send("GET", "/pairs", no_body),
        visitor: Way::Send("GET", "/public/explorer", no_body),
    },
];

/// Every cell that has a way.
pub(super) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for row in MATRIX {
        let mut add = |attacker, way| cells.push(Cell { resource: row.resource, attacker, way });
        for (grant, thing) in row.component {
            add(Attacker::Component(*grant), Way::Take(thing));
        }
        for (attacker, way) in
            [(Attacker::Member, row.member), (Attacker::Key, row.key), (Attacker::Visitor, row.visitor)]
        {
            if !matches!(way, Way::OutOfReach(_)) {
                add(attacker, way);
            }
        }
    }
    cells
}

fn no_body(_: &Tenant, _: u64) -> Option<Json> {
    None
}

fn markdown(text: String) -> Option<Json> {
    Some(json!({ "markdown": text, "mode": "append", "base_version": 0 }))
}

/// About a mebibyte.
fn large_document() -> Json {
    let block = json!({ "id": null, "kind": "paragraph", "body": "x".repeat(30_000), "attrs": {} });
    json!({ "base_version": 0, "blocks": vec![block; 30] })
}
