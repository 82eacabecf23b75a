//! `POST /session/spaces/{space_id}/memberships`.

use crate::access::OfSpacePath;
use crate::members::{self, Member, address};
use crate::space::page::MOST_MEMBERS;
use crate::space::{Space, tell_members};
use quarry_sdk::key_value::{self, Lifetime};
use quarry_sdk::prelude::*;
use quarry_sdk::words::quoted;
use quarry_space_access::SpaceRole;

statement!(app_store, SelectAccount, "src/members/account_by_email.sql");
statement!(app_store, SelectMemberOfPerson, "src/members/member_of_person.sql");
statement!(app_store, InsertMembership, "src/members/insert_membership.sql");

/// Additions an hour. Adding members tells which emails have accounts, so nobody may try many.
const MOST_AN_HOUR: i64 = 30;
const SECONDS_OF_AN_HOUR: u32 = 3_600;

/// The person to add.
#[derive(Schema, Deserialize)]
pub struct NewMember {
    /// Email address of an existing account.
    #[schema(min_length = 1, max_length = 254, example = "grace@example.org")]
    email: String,
    /// The role that the person gets; `editor` by default.
    #[schema(optional)]
    role: Option<SpaceRole>,
}

/// Add a member
///
/// Adds the account of an email, which belongs to the space at once. Owners may, 30 an hour.
#[endpoint(
    post = "/session/spaces/{space_id}/memberships", session, status = 201, guard = SpaceRole::Owner, changes_ranks,
    refuses(422, "unknown_account", "Nobody has an account with that email."),
    refuses(422, "already_member", "The person is a member."),
    refuses(422, "personal_space", "A personal space has one owner: guests are editors at most."),
    refuses(422, "too_many_members", "A space has at most 500 members."),
    refuses(422, "too_many_invitations", "30 an hour: try again later."),
    body = Member
)]
pub fn add_space_member(
    request: &Request,
    _guarded: Guarded<SpaceRole>,
    path: OfSpacePath,
    JsonBody(new): JsonBody<NewMember>,
) -> Result<Answer, Problem> {
    let email = address::read(&new.email)?;
    count_try(request)?;
    let role = new.role.unwrap_or(SpaceRole::Editor);
    let transaction = Transaction::begin()?;
    let space = Space::seen_by(&transaction, path.space_id)?;
    members::refuse_further_owner(space.personal, role)?;
    let account = transaction.query(SelectAccount { email_key: email.to_lowercase() })?;
    let user_id = account.integer(0, "user_id").ok_or_else(|| {
        of_email(
            "unknown_account",
            format!("Nobody has an account with the email {}: ask the person to sign up first.", quoted(email)),
        )
    })?;
    if !transaction.query(SelectMemberOfPerson { user_id })?.is_empty() {
        let sentence = format!("The space has this member already: {}.", quoted(email));
        return Err(of_email("already_member", sentence));
    }
    if space.member_count >= MOST_MEMBERS {
        let sentence = format!("The space has {MOST_MEMBERS} members, and that is the most: remove one first.");
        return Err(Problem::new(422, "too_many_members", sentence).with("limit", MOST_MEMBERS));
    }
    let role_word = Choice::word(&role).to_owned();
    let id = transaction.insert(InsertMembership { user_id, role: role_word, created_at: Time::now() })?;
    let member = members::one(&transaction, id)?;
    let entry = AuditEntry::of("space_member.added", "space", &path.space_id);
    transaction.audit(entry.after(&json!({ "user_id": user_id, "role": role })))?;
    tell_members(&transaction, path.space_id)?;
    transaction.commit()?;
    Ok(Answer::json(&member).with_status(201))
}

/// The refusal about the email.
fn of_email(code: &str, sentence: String) -> Problem {
    Problem::new(422, code, sentence.clone()).with_field("email", sentence)
}

/// Counts a try of the person in this hour, whatever comes of it.
fn count_try(request: &Request) -> Result<(), Problem> {
    let user_id = request.person().map_or(0, |person| person.user_id);
    let hour = Time::now().microseconds / 1_000_000 / i64::from(SECONDS_OF_AN_HOUR);
    let key = format!("members-added/{user_id}/{hour}");
    let tries = key_value::increment(&key, 1, Lifetime::Seconds(SECONDS_OF_AN_HOUR))?;
    match tries > MOST_AN_HOUR {
        true => Err(Problem::new(
            422,
            "too_many_invitations",
            format!(
                "You have tried to add {MOST_AN_HOUR} members within this hour, and that is the most: try again in the next."
            ),
        )
        .with("limit", MOST_AN_HOUR)),
        false => Ok(()),
    }
}
