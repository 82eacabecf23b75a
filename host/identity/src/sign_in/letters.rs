//! Emails to people about their account: one function an email. An email says what happened, when and from
//! where, what to do if it was somebody else, and holds no secret but the token that it is about. Names stand in it as
//! [`in_line`] has them, those too that were stored before they were checked.

use crate::SignInFrom;
use crate::mail::{Message, MessageError};
use crate::sign_in::account::Account;
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_contract::entered_text::EnteredText;

/// The most characters of a name in a subject.
const NAME_IN_SUBJECT: usize = 60;

/// Writes emails.
#[derive(Debug, Clone)]
pub struct Letters {
    /// The address at which people sign in, with which the links of emails begin. `None`: emails hold only the token.
    web_app_url: Option<String>,
}

impl Letters {
    pub fn new(web_app_url: Option<String>) -> Letters {
        Letters { web_app_url: web_app_url.map(|url| url.trim_end_matches('/').to_owned()) }
    }

    /// An invitation into an organization.
    pub fn invitation(
        &self,
        to: &str,
        organization: &str,
        inviter: &str,
        token: &Secret,
        expires_at: Timestamp,
    ) -> Result<Message, MessageError> {
        let (organization, inviter) = (in_line(organization), in_line(inviter));
        let text = format!(
            "Hello,\n\n{inviter} invites you to work with {organization} on Quarry.\n\n{}\n\nThe invitation can be taken \
             once, until {}. If you do not know who invites you, do nothing.\n",
            self.way("invitation", token),
            day_and_time(expires_at)
        );
        Message::new(to.to_owned(), format!("Join {} on Quarry", in_subject(&organization)), text)
    }

    /// The way to a new password.
    pub fn recovery(&self, to: &str, name: &str, token: &Secret) -> Result<Message, MessageError> {
        let name = in_line(name);
        let text = format!(
            "Hello {name},\n\nsomebody, probably you, asked for a new password for your account on Quarry.\n\n{}\n\nThis \
             works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.\n",
            self.way("recovery", token)
        );
        Message::new(to.to_owned(), "A new password for Quarry".to_owned(), text)
    }

    /// Somebody signed in from a network that is new for the account.
    pub(super) fn new_place(
        &self,
        account: &Account,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<Message, MessageError> {
        let browser: String = in_line(&from.user_agent).chars().take(200).collect();
        let text = format!(
            "Hello {},\n\nyour account on Quarry was signed in to from a place that is new:\n\n  when     {}\n  address  \
             {}\n  browser  {browser}\n\nIf it was you, there is nothing to do. If not, {}\n",
            in_line(&account.name),
            day_and_time(now),
            from.address.to_canonical(),
            self.protest()
        );
        Message::new(account.email.clone(), "Quarry: a sign-in from a new place".to_owned(), text)
    }

    /// The password was changed.
    pub fn password_changed(&self, to: &str, name: &str, now: Timestamp) -> Result<Message, MessageError> {
        let name = in_line(name);
        let text = format!(
            "Hello {name},\n\nthe password of your account on Quarry was changed on {}. Every session that used the old \
             one was signed out.\n\nIf it was not you, {}\n",
            day_and_time(now),
            self.protest()
        );
        Message::new(to.to_owned(), "Quarry: your password was changed".to_owned(), text)
    }

    /// The second factor was changed; `change` ends the sentence "two-factor sign-in …".
    pub fn two_factor_changed(
        &self,
        to: &str,
        name: &str,
        change: &str,
        now: Timestamp,
    ) -> Result<Message, MessageError> {
        let name = in_line(name);
        let text = format!(
            "Hello {name},\n\ntwo-factor sign-in of your account on Quarry {change} since {}.\n\nIf it was not you, {}\n",
            day_and_time(now),
            self.protest()
        );
        Message::new(to.to_owned(), format!("Quarry: two-factor sign-in {change}"), text)
    }

    /// Codes of the second factor are being guessed.
    pub(super) fn codes_guessed(&self, to: &str, name: &str, now: Timestamp) -> Result<Message, MessageError> {
        let name = in_line(name);
        let text = format!(
            "Hello {name},\n\nwrong codes were given for two-factor sign-in of your account on Quarry, so many that no code is \
             taken for a while (since {}). The person who gave them has your password, a mail to you, or a session of yours.\n\nIf it \
             was not you, change your password where you are signed in, or {}\n",
            day_and_time(now),
            self.protest()
        );
        Message::new(to.to_owned(), "Quarry: somebody guesses your codes".to_owned(), text)
    }

    /// An API key was made; `hint` is its last four characters.
    pub fn key_minted(
        &self,
        to: &str,
        name: &str,
        key_name: &str,
        hint: &str,
        organization: &str,
        now: Timestamp,
    ) -> Result<Message, MessageError> {
        let (name, key_name, organization) = (in_line(name), in_line(key_name), in_line(organization));
        let text = format!(
            "Hello {name},\n\nthe API key \"{key_name}\" (it ends in {hint}) was made in your name for {organization} on \
             {}.\n\nIf it was not you, revoke it, and {}\n",
            day_and_time(now),
            self.protest()
        );
        Message::new(to.to_owned(), "Quarry: a new API key".to_owned(), text)
    }

    /// The file of a person's data is there. Only the signed-in person can load it: the email leads to the page and not to the
    /// file.
    pub fn export_ready(&self, to: &str, name: &str, expires_at: Timestamp) -> Result<Message, MessageError> {
        let name = in_line(name);
        let text = format!(
            "Hello {name},\n\nthe file of your data on Quarry is ready. Sign in{} and load it from the page of your account, \
             until {}.\n\nIf you did not ask for it, {}\n",
            self.at(),
            day_and_time(expires_at),
            self.protest()
        );
        Message::new(to.to_owned(), "Quarry: your data is ready".to_owned(), text)
    }

    /// The account is gone.
    pub fn account_deleted(&self, to: &str, name: &str, now: Timestamp) -> Result<Message, MessageError> {
        let name = in_line(name);
        let text = format!(
            "Hello {name},\n\nyour account on Quarry was deleted on {}, as you asked. This is the last letter to you.\n\nIf it \
             was not you, tell the operator of the service now.\n",
            day_and_time(now)
        );
        Message::new(to.to_owned(), "Quarry: your account was deleted".to_owned(), text)
    }

    /// The link of a mailed token.
    fn way(&self, kind: &str, token: &Secret) -> String {
        match &self.web_app_url {
            // After the #, so that no server on the way and no log sees it.
            Some(url) => format!("Follow this link:\n\n  {url}/#{kind}={}", token.expose()),
            None => format!("Give this code where you sign in:\n\n  {}", token.expose()),
        }
    }

    fn protest(&self) -> String {
        format!("ask for a new password{} now, and tell the owner of your organization.", self.at())
    }

    fn at(&self) -> String {
        self.web_app_url.as_ref().map(|url| format!(" at {url}")).unwrap_or_default()
    }
}

/// A name as one line in which everything can be seen.
fn in_line(name: &str) -> String {
    EnteredText::Line.shown(name)
}

fn in_subject(name: &str) -> String {
    in_line(name).chars().take(NAME_IN_SUBJECT).collect()
}

/// `2026-03-01 10:15 UTC`.
fn day_and_time(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}
