//! Further changes that a person makes to their own account: their name and their sessions.

use crate::sign_in::two_factor::end_others;
use crate::sign_in::{AccountHolder, SignIn, SignInError};
use crate::users::valid_name;
use jiff::Timestamp;
use quarry_stores::app::Row;
use quarry_stores::result_set::Value;
use serde_json::json;

impl SignIn {
    /// Gives the person another name. Their own organization takes it too, where it still has the person's name.
    pub async fn rename(&self, holder: &AccountHolder, name: &str, now: Timestamp) -> Result<(), SignInError> {
        let name = &valid_name(name)?;
        let (user, new) = (Value::Int64(holder.user_id), Value::Text(name.to_owned()));
        let mut transaction = self.store.begin().await?;
        let rows = transaction.query("SELECT name FROM users WHERE id = $1", std::slice::from_ref(&user)).await?;
        let old = Row::first(&rows).ok_or(SignInError::SessionEnded)?.text("name")?;
        if old == *name {
            return Ok(());
        }
        transaction.execute("UPDATE users SET name = $1 WHERE id = $2", &[new.clone(), user.clone()]).await?;
        let sql = "UPDATE organizations SET name = $1
                   WHERE kind = 'personal' AND name = $2
                     AND id IN (SELECT organization_id FROM memberships WHERE user_id = $3 AND role = 'owner')";
        transaction.execute(sql, &[new, Value::Text(old.clone()), user]).await?;
        let (before, after) = (Some(json!({ "name": old })), json!({ "name": name }));
        holder.author().record_change(&mut transaction, "account.renamed", before, after, now).await?;
        transaction.commit().await?;
        self.sessions.forget_confirmed();
        Ok(())
    }

    /// Ends the person's other sessions, here at once and on every other host within a second; gives how many there were.
    pub async fn sign_out_elsewhere(&self, holder: &AccountHolder, now: Timestamp) -> Result<u64, SignInError> {
        let mut transaction = self.store.begin().await?;
        let ended = end_others(&mut transaction, holder).await?;
        let details = json!({ "sessions_ended": ended });
        holder.author().record(&mut transaction, "sessions.ended_elsewhere", details, now).await?;
        transaction.commit().await?;
        self.sessions.forget_confirmed();
        Ok(ended)
    }

    /// True when the account has a password; false for people who sign in by a provider only.
    pub async fn has_password(&self, user_id: i64) -> Result<bool, SignInError> {
        let account = self.account("id", Value::Int64(user_id)).await?.ok_or(SignInError::SessionEnded)?;
        Ok(account.password_hash.is_some())
    }
}
