//! The form of a key, by property: what was minted is read, and what was changed on its way is not, without any store.

use proptest::prelude::*;
use quarry::identity::{ApiKey, Environment};

fn environment() -> impl Strategy<Value = Environment> {
    prop_oneof![Just(Environment::Production), Just(Environment::Sandbox)]
}

fn minted(environment: Environment) -> String {
    ApiKey::generate(environment).into_secret().expose().to_owned()
}

proptest! {
    #[test]
    fn a_minted_key_is_read_and_known_by_one_hash(environment in environment()) {
        let text = minted(environment);
        let read = ApiKey::parse(&text).expect("it was just minted");
        prop_assert_eq!(read.environment(), environment);
        prop_assert!(text.starts_with(environment.key_prefix()) && text.ends_with(read.hint()));
        prop_assert_eq!(read.hash(), ApiKey::parse(&text).expect("as before").hash());
        prop_assert_ne!(read.hash(), ApiKey::generate(environment).hash());
    }

    // A CRC-32 finds every change of up to 32 bits in a row: one character, two neighbours exchanged, are always found.
    #[test]
    fn a_key_with_a_wrong_character_is_noise(
        environment in environment(), place in 8_usize..36, wrong in "[0-9A-Za-z]",
    ) {
        let mut text = minted(environment);
        prop_assume!(text[place..=place] != wrong);
        text.replace_range(place..=place, &wrong);
        prop_assert!(ApiKey::parse(&text).is_err());
    }

    #[test]
    fn a_key_with_two_characters_exchanged_is_noise(environment in environment(), place in 8_usize..35) {
        let mut bytes = minted(environment).into_bytes();
        prop_assume!(bytes[place] != bytes[place + 1]);
        bytes.swap(place, place + 1);
        prop_assert!(ApiKey::parse(&String::from_utf8_lossy(&bytes)).is_err());
    }

    #[test]
    fn a_key_of_one_environment_cannot_be_passed_off_as_one_of_the_other(environment in environment()) {
        let text = minted(environment);
        let other = match environment {
            Environment::Production => text.replace("qk_live_", "qk_test_"),
            Environment::Sandbox => text.replace("qk_test_", "qk_live_"),
        };
        prop_assert!(ApiKey::parse(&other).is_err());
    }

    #[test]
    fn a_cut_or_padded_key_is_noise(environment in environment(), length in 0_usize..36, padding in "\\PC{1,40}") {
        let text = minted(environment);
        prop_assert!(ApiKey::parse(&text[..length]).is_err());
        let padded = format!("{text}{padding}");
        prop_assert!(ApiKey::parse(&padded).is_err());
    }

    #[test]
    fn whatever_else_is_presented_is_refused(noise in "(qk_(live|test)_)?\\PC{0,60}") {
        // One in 62^6 texts of the right length has a checksum that matches by chance.
        prop_assert!(noise.len() == 36 || ApiKey::parse(&noise).is_err());
    }

    #[test]
    fn a_key_does_not_show_itself(environment in environment()) {
        let text = minted(environment);
        let key = ApiKey::parse(&text).expect("it was just minted");
        let shown = format!("{key:?} {:?}", key.clone().into_secret());
        prop_assert!(!shown.contains(&text[8..]));
    }
}
