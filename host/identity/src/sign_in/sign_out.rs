//! Signing out.

use crate::sign_in::author::Author;
use crate::sign_in::{SignIn, SignInError};
use crate::{SessionState, SignInFrom};
use jiff::Timestamp;
use quarry_stores::result_set::Value;
use serde_json::json;

impl SignIn {
    /// Ends a session, with its refresh tokens: here at once, on every other host within a second. One that has ended already
    /// leaves no entry in the audit log.
    pub async fn sign_out(&self, session: &SessionState, from: &SignInFrom, now: Timestamp) -> Result<(), SignInError> {
        let mut transaction = self.store.begin().await?;
        let sql = "DELETE FROM sessions WHERE id = $1";
        if transaction.execute(sql, &[Value::Int64(session.session_id)]).await? > 0 {
            let mut details = json!({ "session_id": session.session_id, "client": from.client });
            if session.impersonation_until.is_some() {
                details["acting_as_user_id"] = session.person.user_id.into();
            }
            // The author is the person who signed in, also while they act as somebody else.
            let author = Author::signing_in(from, Some(session.signed_in_user_id));
            author.record(&mut transaction, "session.ended", details, now).await?;
        }
        transaction.commit().await?;
        self.sessions.forget_confirmed();
        Ok(())
    }
}
