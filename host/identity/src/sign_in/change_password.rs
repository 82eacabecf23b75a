//! A new password for somebody who is signed in.

use crate::live_messages::{Notice, publish};
use crate::mail::send_mail;
use crate::sign_in::password_strength::check_strength;
use crate::sign_in::{AccountHolder, SignIn, SignInError};
use jiff::Timestamp;
use quarry_contract::{Caller, Secret};
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;

impl SignIn {
    /// Gives the person a new password. Their other sessions end, and they are told by mail. The caller has already asked for
    /// the sudo window, so the old password is not asked again.
    pub async fn change_password(
        &self,
        holder: &AccountHolder,
        new: Secret,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        check_strength(&new, &holder.name, &holder.email).await?;
        let hash = self.passwords.hash(new).await?;
        let mut transaction = self.store.begin().await?;
        let ended = set_password(&mut transaction, holder.user_id, hash, Some(holder.session_id)).await?;
        let details = json!({ "sessions_ended": ended });
        holder.author().record(&mut transaction, "account.password_changed", details, now).await?;
        publish(&mut transaction, holder.user_id, &Notice::PasswordChanged, now).await?;
        let letter = self.letters.password_changed(&holder.email, &holder.name, now)?;
        send_mail(&mut transaction, &Caller::Nobody, &letter, now).await?;
        transaction.commit().await?;
        self.sessions.forget_confirmed();
        Ok(())
    }
}

/// Writes a password, and ends what was signed in with the old one or asks for it: sessions but the one named, and a mailed
/// recovery. Gives how many sessions ended.
pub(super) async fn set_password(
    transaction: &mut Transaction,
    user_id: i64,
    hash: String,
    except_session: Option<i64>,
) -> Result<u64, AppStoreError> {
    let user = Value::Int64(user_id);
    let sql = "UPDATE users SET password_hash = $1 WHERE id = $2";
    transaction.execute(sql, &[Value::Text(hash), user.clone()]).await?;
    transaction.execute("DELETE FROM password_recoveries WHERE user_id = $1", std::slice::from_ref(&user)).await?;
    let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2";
    // No session has the number 0.
    transaction.execute(sql, &[user, Value::Int64(except_session.unwrap_or_default())]).await
}
