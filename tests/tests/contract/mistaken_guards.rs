//! Each mistake of a guard, and of what a route says that it runs, is refused with a sentence that names it.

use super::mistaken_manifests::verdicts;

const MISTAKES: &[(&str, &str)] = &[
    (
        "guard_of_other_letters",
        "its manifest is wrong: `Row access` is not a guard's name of its own: lowercase words joined by `_`, each once",
    ),
    (
        "guard_with_a_rank_twice",
        "its manifest is wrong: the ranks of the guard row_access are at most 16, each once: lowercase words joined by `_`",
    ),
    (
        "guard_with_a_status_of_success",
        "its manifest is wrong: the guard row_access refuses with 200 `not_found`: a status of 403, 404, 409 or 422, a code in snake_case and a \
         sentence of at most 500 bytes are needed",
    ),
    (
        "guard_of_no_statement",
        "the guard row_access names the statement no_such_rows, which is not declared for the app store",
    ),
    (
        "guard_that_takes_a_value",
        "the guard row_access takes `text`: the statement of a guard takes what the host binds, `caller.…`, `path.…`, \
         `query.…` and `body.…`",
    ),
    (
        "guard_of_a_body_that_must_be_there",
        "the guard row_access takes `body.text`, which may be missing in a body: write `{body.text:type?}`",
    ),
    (
        "guard_of_a_query_that_must_be_there",
        "the guard row_access takes `query.row_id`, which may be missing in a query: write `{query.row_id:type?}`",
    ),
    (
        "guard_of_a_query_that_is_not",
        "add_row has the guard row_access, which takes `query.row_id`: the query of the route has no such parameter",
    ),
    (
        "guard_missing_for_a_request_key",
        "its manifest is wrong: save_row takes a request_key: that is for a POST, PUT or PATCH of signed-in people that has a guard and \
         answers with JSON; keyed writes take an Idempotency-Key",
    ),
    (
        "guard_of_a_request_key_that_the_body_lacks",
        "its manifest is wrong: save_row takes a request_key: the schema of its body requires a member of that name",
    ),
    (
        "guard_of_a_request_key_beside_a_secret",
        "its manifest is wrong: save_row takes a request_key, and a secret stands in its body or its answer: what has a secret is never \
         kept",
    ),
    (
        "guard_of_a_path_that_is_not",
        "add_row has the guard row_access, which takes `path.row_id`: the path of the route has no such parameter",
    ),
    (
        "guard_of_a_body_that_is_not",
        "get_row has the guard row_access, which takes `body.text`: the route has no JSON body",
    ),
    (
        "guard_beside_an_unknown_permission",
        "its manifest is wrong: add_row lets staff with `everything` pass its guard: that is for a session route whose guard has ranks, and a \
         permission is one of plans_manage, modules_manage, billing_manage, audit_view, orgs_manage, users_manage, editorial",
    ),
    (
        "guard_beside_a_permission_for_keys",
        "its manifest is wrong: add_row lets staff with `orgs_manage` pass its guard: that is for a session route whose guard has ranks, and a \
         permission is one of plans_manage, modules_manage, billing_manage, audit_view, orgs_manage, users_manage, editorial",
    ),
    (
        "guard_of_a_path_by_another_name",
        "add_row has the guard row_access, which takes `path.user_id`: the path of the route has no such parameter",
    ),
    (
        "guard_that_is_not_declared",
        "its manifest is wrong: add_row has the guard `other_access`, which the manifest does not declare",
    ),
    (
        "guard_of_an_unknown_rank",
        "its manifest is wrong: add_row asks for the rank `owner`, and the guard row_access has reader, editor",
    ),
    ("guard_of_nobody", "add_row runs the statement all_rows, which takes `guard.user_id`: the route has no guard"),
    ("route_statement_unknown", "add_row runs the statement no_such_rows, which is not declared"),
    (
        "route_statement_of_the_path",
        "add_row runs the statement all_rows, which takes `path.user_id`: only the statement of a guard may",
    ),
];

#[tokio::test]
async fn each_mistake_of_a_guard_is_refused_with_its_sentence() {
    refused(MISTAKES).await;
}

/// Each case is refused with exactly that sentence.
pub(super) async fn refused(mistakes: &[(&str, &str)]) {
    let cases: Vec<&str> = mistakes.iter().map(|(case, _)| *case).collect();
    let mut wrong = Vec::new();
    for ((case, sentence), verdict) in mistakes.iter().zip(verdicts(&cases).await) {
        let refusal = verdict.err().unwrap_or_else(|| "it loads".to_owned());
        if refusal != *sentence {
            wrong.push(format!("{case}:\n  expected {sentence}\n  but      {refusal}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
