//! Join codes: nobody guesses one, everybody can read one aloud.

use super::{code, described, pinned};
use crate::data::exports::built;
use crate::organizations::house::House;
use quarry_tests::server::shared;
use serde_json::json;
use std::collections::BTreeSet;

const ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

#[test]
fn codes_have_eighty_random_bits_and_no_two_are_the_same() {
    let house = House::new(shared());
    let mut browser = house.admin.browser(shared());
    let id = built(&mut browser, "pools", &json!({}));
    let body = json!({ "organization_id": house.id, "data_request_id": id });
    let codes: BTreeSet<String> = (0..24).map(|_| code(&pinned(&mut browser, &body)).to_owned()).collect();
    assert_eq!(codes.len(), 24, "each once");
    for code in &codes {
        let groups: Vec<&str> = code.split('-').collect();
        assert!(groups.len() == 4 && groups.iter().all(|group| group.len() == 4), "{code}");
        assert!(groups.concat().chars().all(|character| ALPHABET.contains(character)), "{code}");
    }
    // Sixteen places of 32 characters are 80 bits, if every place has any of them. That one place of 24 codes has fewer than eight
    // different characters happens once in 10^7 times; that all places together lack more than four, still less often.
    let digits: Vec<Vec<char>> = codes.iter().map(|code| code.replace('-', "").chars().collect()).collect();
    for place in 0..16 {
        let different: BTreeSet<char> = digits.iter().map(|digits| digits[place]).collect();
        assert!(different.len() >= 8, "place {place} has {different:?}");
    }
    let all: BTreeSet<char> = digits.into_iter().flatten().collect();
    assert!(all.len() >= 28, "{all:?}");
}

#[test]
fn a_code_is_found_as_people_write_it() {
    let house = House::new(shared());
    let mut browser = house.admin.browser(shared());
    let id = built(&mut browser, "pools", &json!({}));
    let assignment = pinned(&mut browser, &json!({ "organization_id": house.id, "data_request_id": id }));
    let code = code(&assignment);
    let plain = code.replace('-', "");
    let misread = plain.replace('0', "O").replace('1', "l");
    for written in [plain.to_lowercase(), code.to_lowercase(), code.replace('-', "%20"), misread] {
        let found = described(&browser, &written);
        assert_eq!((found.status, &found.json()["id"]), (200, &assignment["id"]), "{written}: {}", found.text);
    }
    for unknown in ["nonsense", "0000-0000-0000-0000", &plain[1..], &format!("{plain}0"), &format!("U{}", &plain[1..])]
    {
        for path in [unknown.to_owned(), format!("{unknown}/download")] {
            let answer = described(&browser, &path);
            assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{path}: {}", answer.text);
        }
    }
}
