//! Guards that name what their caller has nothing to do with, in every way that a statement can: the host believes none, since
//! locks, logs and messages of the tenant hang on it. On both engines.

use crate::app_store_support::{Fresh, fresh_sqlite, fresh_stores};
use anyhow::{Context, Result};
use jiff::Timestamp;
use quarry::capabilities::{Call, Capabilities, Given, Stores};
use quarry::contract::{
    Caller, Entitlements, Feature, Grant, Guard, GuardRefusal, Guarded, GuardedRequest, KeyCaller, Manifest, Method,
    Parameter, ParameterKind, ParameterPlace, PersonCaller, Plan, Problem, Route, RouteGuard, Scope, StatementSource,
    Store, TenantKind, keyed_get,
};
use quarry::identity::{NewOrganization, NewUser, OrganizationKind, Passwords, Role, Users};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const NAME: &str = "evil";
const RANKS: [&str; 2] = ["member", "owner"];

/// Eve asks; the house and the space are Ada's, and Eve is in neither.
struct Place {
    store: AppStore,
    eve: PersonCaller,
    ada_id: i64,
    house: i64,
    /// Its number is that of Eve's own organization.
    space: i64,
}

async fn place(fresh: &Fresh) -> Result<Place> {
    let (store, now) = (fresh.store.clone(), Timestamp::now());
    let users = Users::new(store.clone(), Passwords::default());
    let new = |name: &str| NewUser { email: format!("{name}@example.org"), name: name.to_owned(), password: None };
    let (eve, ada) = (users.create_user(new("Eve"), now).await?, users.create_user(new("Ada"), now).await?);
    let institution =
        NewOrganization { name: "House".to_owned(), kind: OrganizationKind::Institution, plan_key: "team".to_owned() };
    let house = users.create_organization(&institution, ada.user_id, now).await?;
    let made = store.query("INSERT INTO spaces (name, created_at) VALUES ('Engines', 0) RETURNING id", &[]).await?;
    let space = Row::first(&made).context("a space")?.integer("id")?;
    assert_eq!(space, eve.organization_id, "both are the first of their kind");
    let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 0)";
    store.execute(sql, &[Value::Int64(space), Value::Int64(ada.user_id)]).await?;
    let eve = PersonCaller {
        user_id: eve.user_id,
        name: "Eve".to_owned(),
        email: "Eve@example.org".to_owned(),
        organization_id: eve.organization_id,
        organization_name: "Eve".to_owned(),
        organization_kind: "personal".to_owned(),
        permissions: Vec::new(),
        impersonator_id: None,
        sudo_until: None,
        entitlements: entitlements(),
    };
    Ok(Place { store, eve, ada_id: ada.user_id, house, space })
}

fn entitlements() -> Arc<Entitlements> {
    let plan = Plan {
        key: "team".to_owned(),
        name: "Team".to_owned(),
        allowances: Default::default(),
        features: [true; Feature::ALL.len()],
    };
    Arc::new(Entitlements::in_force(plan, &[], &[], Timestamp::now()))
}

fn refusal(status: u16, code: &str) -> GuardRefusal {
    GuardRefusal { status, code: code.to_owned(), sentence: "There is none.".to_owned(), field: None }
}

/// A component with one route, whose guard asks that statement.
fn manifest(tenant: TenantKind, ranks: &[&str], sql: &str) -> Manifest {
    let guard = Arc::new(Guard {
        name: "member".to_owned(),
        statement: "guarding".to_owned(),
        tenant,
        ranks: ranks.iter().map(|rank| (*rank).to_owned()).collect(),
        absent: refusal(404, "not_found"),
        rank_too_low: refusal(403, "forbidden"),
        refusals: Vec::new(),
    });
    let in_path = |name: &str, kind: ParameterKind| Parameter {
        name: name.to_owned(),
        place: ParameterPlace::Path,
        required: true,
        kind,
        description: String::new(),
        example: None,
    };
    let route = Route {
        method: Method::Post,
        parameters: vec![
            in_path("id", ParameterKind::Integer { minimum: 1, maximum: i64::MAX }),
            in_path("word", ParameterKind::Text { max_length: 100_000 }),
        ],
        guard: Some(RouteGuard {
            guard: Arc::clone(&guard),
            least_rank: ranks.last().map(|rank| (*rank).to_owned()),
            paths: Vec::new(),
            or_permission: None,
            changes_ranks: true,
        }),
        ..keyed_get("act", "/acts/{id}/{word}", "Acts.")
    };
    let statement = StatementSource {
        name: "guarding".to_owned(),
        store: Store::AppStore,
        file: "sql/guarding.sql".to_owned(),
        sql: sql.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    };
    Manifest {
        name: NAME.to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        guards: vec![guard],
        statements: vec![statement],
        routes: vec![route],
        ..Manifest::default()
    }
}

impl Place {
    /// The component as it is loaded where it was given what guards read.
    fn capabilities(&self, manifest: &Manifest) -> Result<Capabilities> {
        let tables = ["memberships", "organizations", "spaces", "space_members"];
        let tables = tables.map(|table| format!("app_store.{table}").parse().expect("a table"));
        let given = Given { grants: BTreeSet::from([Grant::AppStore]), tables: BTreeSet::from(tables), hooks: None };
        let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
        let stores = Arc::new(Stores::new(self.store.clone(), warehouse));
        Ok(Capabilities::new(manifest, &given, stores)?)
    }

    /// What the guard of `manifest` says of a request for `id`, in the path.
    async fn ask(
        &self,
        manifest: &Manifest,
        caller: &Caller,
        (id, word): (i64, &str),
    ) -> Result<Result<Option<Guarded>, Problem>> {
        let capabilities = self.capabilities(manifest)?;
        let parameters = [Value::Int64(id), Value::Text(word.to_owned())];
        let request = GuardedRequest { route: &manifest.routes[0], parameters: &parameters, caller, body: None };
        Ok(Box::pin(capabilities.guard(request, Duration::from_secs(10))).await)
    }

    fn caller(&self) -> Caller {
        Caller::Person(Arc::new(self.eve.clone()))
    }
}

const NAMED: &str = "SELECT CAST({path.id:int64} AS BIGINT) AS tenant";

/// Guards of the house, which Eve names in the path: what they leave out, and their statement. HOUSE is its number.
const OF_THE_HOUSE: &[(&str, &str)] = &[
    ("any table of the host", NAMED),
    ("the path, by its number in the text", "SELECT CAST(HOUSE AS BIGINT) AS tenant"),
    (
        "anybody but the caller themselves",
        "SELECT CAST({path.id:int64} AS BIGINT) AS tenant WHERE {caller.user_id:int64} = {caller.user_id:int64}",
    ),
    (
        "a condition, by OR TRUE",
        "SELECT organizations.id AS tenant FROM organizations
         JOIN memberships ON memberships.organization_id = organizations.id
         WHERE organizations.id = {path.id:int64} AND (memberships.user_id = {caller.user_id:int64} OR TRUE)",
    ),
    (
        "a condition, by a LEFT JOIN",
        "SELECT organizations.id AS tenant FROM organizations
         LEFT JOIN memberships ON memberships.organization_id = organizations.id AND memberships.user_id = {caller.user_id:int64}
         WHERE organizations.id = {path.id:int64}",
    ),
    (
        "a condition, by a UNION",
        "SELECT organization_id AS tenant FROM memberships
         WHERE organization_id = {path.id:int64} AND user_id = {caller.user_id:int64}
         UNION SELECT id AS tenant FROM organizations WHERE id = {path.id:int64}",
    ),
    (
        "the organization, in what it asks of the caller",
        "SELECT organizations.id AS tenant FROM organizations WHERE organizations.id = {path.id:int64}
         AND EXISTS (SELECT 1 FROM memberships WHERE memberships.user_id = {caller.user_id:int64})",
    ),
    (
        "the table, by a WITH of its name",
        "WITH memberships AS (
             SELECT CAST({path.id:int64} AS BIGINT) AS organization_id, CAST({caller.user_id:int64} AS BIGINT) AS user_id
         ) SELECT organization_id AS tenant FROM memberships WHERE user_id = {caller.user_id:int64}",
    ),
    (
        "the table, by another one under its name",
        "SELECT memberships.id AS tenant FROM organizations AS memberships WHERE memberships.id = {path.id:int64}",
    ),
    (
        "the tenant, by one that it computes",
        "SELECT CAST({path.id:int64} + 1 - 1 AS BIGINT) AS tenant FROM memberships WHERE user_id = {caller.user_id:int64}",
    ),
    ("the tenant, by the newest of all", "SELECT MAX(organization_id) AS tenant FROM memberships"),
    (
        "the tenant, by the first of several rows",
        "SELECT organization_id AS tenant FROM memberships ORDER BY organization_id DESC LIMIT 5",
    ),
    (
        "the tenant, by the first of two columns of that name",
        "SELECT CAST({path.id:int64} AS BIGINT) AS tenant, own.organization_id AS tenant FROM memberships AS own
         WHERE own.user_id = {caller.user_id:int64}",
    ),
    (
        "the rank of another member",
        "SELECT organization_id AS tenant, role AS rank FROM memberships
         WHERE organization_id = {path.id:int64} AND user_id <> {caller.user_id:int64}",
    ),
    ("a rank that it invents", "SELECT CAST({path.id:int64} AS BIGINT) AS tenant, 'owner' AS rank"),
];

#[tokio::test]
async fn no_guard_opens_an_organization_that_its_caller_is_not_in() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(&fresh).await?;
        let key = Caller::Key(Arc::new(KeyCaller {
            key_id: 1,
            key_name: "Eve's".to_owned(),
            scopes: vec![Scope::Read],
            organization_id: place.eve.organization_id,
            organization_name: "Eve".to_owned(),
            organization_kind: "personal".to_owned(),
            user_id: place.eve.user_id,
            entitlements: entitlements(),
        }));
        for (what, sql) in OF_THE_HOUSE {
            let ranks: &[&str] = if sql.contains(" AS rank") { &RANKS } else { &[] };
            let manifest = manifest(TenantKind::Organization, ranks, &sql.replace("HOUSE", &place.house.to_string()));
            for caller in [&place.caller(), &key] {
                let refused = place.ask(&manifest, caller, (place.house, "x")).await?.expect_err(what);
                assert_eq!((refused.status, refused.code.as_str()), (404, "not_found"), "{what}: {caller:?}");
            }
        }
        let named = manifest(TenantKind::Organization, &[], NAMED);
        let refused = place.ask(&named, &Caller::Nobody, (place.house, "x")).await?.expect_err("nobody is in it");
        assert_eq!(refused.status, 404);
        let passed = place.ask(&named, &place.caller(), (place.eve.organization_id, "x")).await?;
        assert_eq!(passed.expect("it is hers").map(|guarded| guarded.tenant), Some(place.eve.organization_id));
    }
    Ok(())
}

#[tokio::test]
async fn no_guard_opens_a_space_or_a_person_by_a_number_that_is_right_elsewhere() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(&fresh).await?;
        let of_space = "SELECT spaces.id AS tenant FROM spaces
                        LEFT JOIN space_members ON space_members.space_id = spaces.id AND space_members.user_id = {caller.user_id:int64}
                        WHERE spaces.id = {path.id:int64}";
        let of_owner = "SELECT user_id AS tenant FROM memberships WHERE organization_id = {path.id:int64}";
        let of_caller = "SELECT organization_id AS tenant FROM memberships WHERE user_id = {caller.user_id:int64}";
        for (what, kind, sql, id) in [
            ("a space, named by its number", TenantKind::Space, NAMED, place.space),
            ("a space, by a LEFT JOIN", TenantKind::Space, of_space, place.space),
            ("a space, by the number of the caller's organization", TenantKind::Space, of_caller, place.space),
            ("a person, named by their number", TenantKind::Person, NAMED, place.ada_id),
            ("a person, by their organization", TenantKind::Person, of_owner, place.house),
        ] {
            let refused = place.ask(&manifest(kind, &[], sql), &place.caller(), (id, "x")).await?.expect_err(what);
            assert_eq!((refused.status, refused.code.as_str()), (404, "not_found"), "{what}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_guard_that_gives_what_is_no_answer_lets_nobody_pass() -> Result<()> {
    let of_caller = |columns: &str| {
        format!(
            "SELECT {columns} FROM memberships WHERE user_id = {{caller.user_id:int64}} ORDER BY organization_id LIMIT 1"
        )
    };
    for fresh in fresh_stores().await? {
        let place = place(&fresh).await?;
        let long = "x".repeat(70_000);
        let cases: [(&str, &[&str], &str); 8] = [
            ("no tenant at all", &[], "CAST(NULL AS BIGINT) AS tenant"),
            ("a tenant in words", &[], "'1' AS tenant"),
            ("a tenant under another name", &[], "organization_id AS tenants"),
            ("a rank that it does not declare", &RANKS, "organization_id AS tenant, 'emperor' AS rank"),
            ("a rank that is a number", &RANKS, "organization_id AS tenant, organization_id AS rank"),
            ("a refusal that it does not declare", &[], "organization_id AS tenant, 'no_such' AS refusal"),
            ("a refusal that is a number", &[], "organization_id AS tenant, organization_id AS refusal"),
            ("a row that a host would keep for long", &[], "organization_id AS tenant, {path.word:text} AS word"),
        ];
        for (what, ranks, columns) in cases {
            let manifest = manifest(TenantKind::Organization, ranks, &of_caller(columns));
            let id = place.eve.organization_id;
            let refused = place.ask(&manifest, &place.caller(), (id, &long)).await?.expect_err(what);
            assert_eq!(refused.status, 503, "{what}: {refused:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_a_guard_found_before_is_not_believed_in_a_transaction() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(&fresh).await?;
        let users = Users::new(place.store.clone(), Passwords::default());
        let newest = "SELECT MAX(organization_id) AS tenant FROM memberships WHERE user_id = {caller.user_id:int64}";
        for (what, sql) in [("one who was a member", NAMED), ("one who is a member elsewhere now", newest)] {
            users.add_member(place.house, place.eve.user_id, Role::Member, Timestamp::now()).await?;
            let manifest = manifest(TenantKind::Organization, &[], sql);
            let guarded = place.ask(&manifest, &place.caller(), (place.house, "x")).await?.expect("she is a member");
            let sql = "DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2";
            place.store.execute(sql, &[Value::Int64(place.house), Value::Int64(place.eve.user_id)]).await?;
            let ends = Instant::now() + Duration::from_secs(30);
            let capabilities = Arc::new(place.capabilities(&manifest)?);
            let call = Call::new(capabilities, place.caller(), None, Arc::from("request"), ends);
            let mut call = call.guarded(guarded.map(Arc::new));
            assert!(call.begin().await.is_err(), "{what}");
            let refused = call.take_refusal().expect("whatever the component makes of it");
            assert_eq!((refused.status, refused.code.as_str()), (404, "not_found"), "{what}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_guard_that_would_need_a_page_or_an_order_is_not_loaded() -> Result<()> {
    let fresh = fresh_sqlite().await?;
    let place = place(&fresh).await?;
    let of_caller = "SELECT organization_id AS tenant FROM memberships WHERE user_id = {caller.user_id:int64}";
    for (taken, behind) in [
        ("page.limit", "\nORDER BY organization_id LIMIT {page.limit}"),
        (
            "order",
            "\n-- order newest\nORDER BY organization_id DESC\n-- order oldest\nORDER BY organization_id\n-- end order",
        ),
    ] {
        let manifest = manifest(TenantKind::Organization, &[], &format!("{of_caller}{behind}"));
        let refused = place.capabilities(&manifest).err().expect("every request would fail").to_string();
        assert!(refused.starts_with(&format!("the guard member takes `{taken}`: ")), "{refused}");
    }
    Ok(())
}
