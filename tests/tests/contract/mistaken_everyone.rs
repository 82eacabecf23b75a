//! A route that answers everyone and reads something of its caller, or what nobody counts, is refused with a sentence that names it.

use super::mistaken_guards::refused;

const MISTAKES: &[(&str, &str)] = &[
    (
        "everyone_by_a_write",
        "its manifest is wrong: add_row answers everyone: that is for a GET for keys that only reads, takes no body, answers with JSON and \
         has the cache rule private",
    ),
    (
        "everyone_that_nobody_may_keep",
        "its manifest is wrong: get_row answers everyone: that is for a GET for keys that only reads, takes no body, answers with JSON and \
         has the cache rule private",
    ),
    (
        "everyone_behind_a_guard",
        "its manifest is wrong: get_row answers everyone, and has a guard or reads If-Match, which are its caller's: leave \
         `answers = everyone` out",
    ),
    (
        "everyone_of_the_caller",
        "get_row answers everyone and runs the statement all_rows, which takes `caller.user_id`: an answer of the caller's is for the caller \
         alone; leave `answers = everyone` out",
    ),
    (
        "everyone_of_a_table_of_its_own",
        "get_row answers everyone and runs the statement all_rows, which reads the table mistake__rows: nobody counts the changes of it, so \
         an answer could be kept for too long; leave `answers = everyone` out",
    ),
];

#[tokio::test]
async fn what_is_the_callers_is_not_promised_to_everyone() {
    refused(MISTAKES).await;
}
