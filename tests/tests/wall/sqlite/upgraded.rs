//! Stores of releases that did not ask the engine: what a component has smuggled in there is found.

use super::{GIVEN, guarded};
use crate::component::{Texts, stores, take_in};

#[tokio::test]
async fn a_trap_that_an_earlier_release_let_in_keeps_its_component_out() {
    for trap in [
        "CREATE TRIGGER evil__t AFTER INSERT ON users BEGIN UPDATE users SET platform_tier = 'alpha'; END",
        "CREATE TRIGGER other AFTER INSERT ON evil__x BEGIN UPDATE users SET platform_tier = 'alpha'; END",
        "CREATE VIEW evil__v AS SELECT * FROM users",
        "CREATE TABLE evil__y (user_id BIGINT REFERENCES users (id))",
        "CREATE TABLE evil__y (a TEXT DEFAULT (load_extension('x')))",
    ] {
        let fresh = guarded().await;
        let texts = Texts::migration("CREATE TABLE evil__x (id BIGINT NOT NULL)");
        take_in(&stores(&fresh.store), &texts, GIVEN).await.expect("a harmless component");
        take_in(&stores(&fresh.store), &texts, GIVEN).await.expect("and again, with its table there");
        fresh.store.execute(trap, &[]).await.unwrap_or_else(|error| panic!("{trap}: {error}"));
        let refusal = take_in(&stores(&fresh.store), &texts, GIVEN).await.expect_err(trap);
        assert!(refusal.contains("which the store has already"), "{trap}: {refusal}");
    }
}
