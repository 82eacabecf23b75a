//! `POST /session/alerts/watches`.

use crate::access::{Oneself, space_of};
use crate::allowance::Allowance;
use crate::centre::SelectWatches;
use crate::watches::condition::EnteredCondition;
use crate::watches::never_fires::reason;
use crate::watches::{AlertWatch, WatchKind};
use quarry_sdk::prelude::*;

statement!(
    app_store,
    InsertWatch,
    "src/watches/insert_watch.sql",
    unguarded = "The space is one of the caller's, by the scope in the statement itself; the guard holds the lock of the person."
);

/// A watch to keep.
#[derive(Schema, Deserialize)]
#[schema(example = { "kind": "liquidation", "label": "Ether collateral", "condition": { "token": "WETH", "protocols": ["aave_v3"] } })]
pub struct NewWatch {
    kind: WatchKind,
    #[schema(optional, single_line, min_length = 1, max_length = 80, example = "Ether collateral")]
    label: Option<String>,
    /// Id of one of the person's spaces; the active space by default.
    #[schema(optional, minimum = 1, example = 4)]
    space_id: Option<i64>,
    /// A chain event needs none: it is then every new event.
    #[schema(optional)]
    #[serde(default)]
    condition: EnteredCondition,
}

/// Create a watch of liquidations or chain events
///
/// Creates a watch. It fires for the first record that matches, tells its maker, and waits until it is armed again; the organization's
/// webhook endpoints receive every record that matches. The watch counts against the one allowance of alerts. `never_fires` says where it
/// waits for something that is not here. A space that the person is not in is refused under `fields.space`.
#[endpoint(
    post = "/session/alerts/watches", session, status = 201, guard = Oneself, changes_ranks,
    refuses(403, "plan_limit_reached", "The plan allows no further alert of any type: `limit`, `used` and `allowance` say which."),
    refuses(422, "too_many_alerts", "A person has at most 1,000 alerts, whatever the plan."),
    body = AlertWatch
)]
pub fn create_watch(JsonBody(new): JsonBody<NewWatch>) -> Result<Answer, Problem> {
    let checked = new.condition.of_kind(new.kind)?;
    let condition = checked.condition;
    let never_fires = reason(new.kind, &condition)?;
    let plan = PlanAtHand::of_caller();
    let transaction = Transaction::begin()?;
    let space_id = space_of(&transaction, new.space_id)?;
    Allowance::refuse_if_spent(&transaction, &plan)?;
    let id = transaction.insert(InsertWatch {
        space_id,
        kind: new.kind.word().to_owned(),
        label: new.label,
        token: condition.token,
        protocols: serde_json::to_string(&condition.protocols).unwrap_or_default(),
        category: condition.category.map(|category| category.word().to_owned()),
        protocol: condition.protocol,
        chain_id: checked.chain_id,
        chain: condition.chain,
        sentence: checked.sentence,
        now: Time::now(),
    })?;
    let made: Option<AlertWatch> =
        transaction.one(SelectWatches { id: Some(id), kind: None, behind: None, most: 1 })?;
    transaction.commit()?;
    let made = made.ok_or_else(|| Problem::not_found(format!("There is no watch {id} here.")))?;
    Ok(Answer::json(&AlertWatch { never_fires, ..made }).with_status(201))
}
