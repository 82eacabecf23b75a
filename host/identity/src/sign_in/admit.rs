//! Opening the door to somebody who was recognised.

use crate::live_messages::{Notice, publish};
use crate::mail::send_mail;
use crate::sign_in::account::Account;
use crate::sign_in::author::Author;
use crate::sign_in::{SignIn, SignInError};
use crate::{NewSession, SignInFrom, SignedInBy};
use ipnet::IpNet;
use jiff::Timestamp;
use quarry_contract::Caller;
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;
use std::net::IpAddr;

impl SignIn {
    /// Begins a session in the transaction in which the way in wrote its part, and commits it; tells the person when it is
    /// from a network that they never signed in from before. For a person who may not come in the transaction is undone, and
    /// nothing is written but that they were refused.
    pub(super) async fn admit(
        &self,
        mut transaction: Transaction,
        account: &Account,
        by: SignedInBy,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<NewSession, SignInError> {
        let author = Author::signing_in(from, Some(account.user_id));
        if let Some((refusal, reason)) = refusal(&mut transaction, account.user_id).await? {
            drop(transaction);
            let mut transaction = self.store.begin().await?;
            let author = if account.is_new { Author::signing_in(from, None) } else { author };
            let details = json!({ "by": by.name(), "client": from.client, "reason": reason });
            author.record(&mut transaction, "session.refused", details, now).await?;
            transaction.commit().await?;
            return Err(refusal);
        }
        let session = self.sessions.begin(&mut transaction, account.user_id, by, from, now).await?;
        let notice = Notice::SignIn { address: from.address };
        publish(&mut transaction, account.user_id, &notice, now).await?;
        if is_new_place(&mut transaction, account.user_id, from.address, now).await? {
            let letter = self.letters.new_place(account, from, now)?;
            send_mail(&mut transaction, &Caller::Nobody, &letter, now).await?;
        }
        let details = json!({ "session_id": session.session_id, "by": by.name(), "client": from.client });
        author.record(&mut transaction, "session.started", details, now).await?;
        transaction.commit().await?;
        Ok(session)
    }
}

/// The reason why the person may not come in, also as a word for the audit log; `None` where they may. The organization that
/// decides is the one of their sessions.
async fn refusal(
    transaction: &mut Transaction,
    user_id: i64,
) -> Result<Option<(SignInError, &'static str)>, AppStoreError> {
    let sql = "SELECT CASE WHEN users.disabled_at IS NULL THEN 0 ELSE 1 END AS is_disabled,
                      organizations.status AS organization_status
               FROM users
               JOIN memberships ON memberships.user_id = users.id
               JOIN organizations ON organizations.id = memberships.organization_id
               WHERE users.id = $1
               ORDER BY CASE WHEN organizations.kind <> 'institution' THEN 2
                             WHEN organizations.status = 'active' THEN 0 ELSE 1 END,
                        organizations.id
               LIMIT 1";
    let rows = transaction.query(sql, &[Value::Int64(user_id)]).await?;
    // Who was deleted at this very moment has no place left.
    let Some(row) = Row::first(&rows) else { return Ok(Some((SignInError::SessionEnded, "no_organization"))) };
    if row.boolean("is_disabled")? {
        return Ok(Some((SignInError::Disabled, "disabled")));
    }
    Ok((row.text("organization_status")? != "active").then_some((SignInError::Suspended, "suspended")))
}

/// Notes where somebody signed in from; whether they have been elsewhere and never there.
async fn is_new_place(
    transaction: &mut Transaction,
    user_id: i64,
    address: IpAddr,
    now: Timestamp,
) -> Result<bool, AppStoreError> {
    let network = Value::Text(network(address));
    let user = Value::Int64(user_id);
    let sql = "SELECT COUNT(*) AS places, COALESCE(SUM(CASE WHEN network = $2 THEN 1 ELSE 0 END), 0) AS known
               FROM sign_in_places WHERE user_id = $1";
    let rows = transaction.query(sql, &[user.clone(), network.clone()]).await?;
    let is_new = match Row::first(&rows) {
        Some(row) => row.integer("places")? > 0 && row.integer("known")? == 0,
        None => false,
    };
    let sql = "INSERT INTO sign_in_places (user_id, network, last_seen_at) VALUES ($1, $2, $3)
               ON CONFLICT (user_id, network) DO UPDATE SET last_seen_at = excluded.last_seen_at";
    transaction.execute(sql, &[user, network, Value::Timestamp(now.as_microsecond())]).await?;
    Ok(is_new)
}

/// The network that an address is told by: people's addresses change within it.
fn network(address: IpAddr) -> String {
    let address = address.to_canonical();
    let bits = if address.is_ipv4() { 24 } else { 48 };
    IpNet::new(address, bits).map_or_else(|_| address.to_string(), |network| network.trunc().to_string())
}
