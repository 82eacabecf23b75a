//! Join codes: who holds one reads its assignment.

use quarry_sdk::prelude::*;

/// Digits and letters without those that sound or look like another one (Crockford's base 32): five bits a character.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// 80 random bits: sixteen characters.
const RANDOM_BYTES: usize = 10;
const CHARACTERS: usize = 16;
/// Read aloud in groups of four.
const GROUP: usize = 4;

/// A join code as it is stored: `7K2M-Q4TX-9BNE-W3HD`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinCode(pub String);

impl JoinCode {
    /// One that nobody can guess, of 80 random bits.
    pub fn random() -> Result<JoinCode, Problem> {
        let mut bytes = [0; RANDOM_BYTES];
        getrandom::fill(&mut bytes)
            .map_err(|_| Problem::new(503, "overloaded", "No join code could be made; try again."))?;
        let bits = bytes.iter().fold(0_u128, |bits, byte| (bits << 8) | u128::from(*byte));
        let places = (0..CHARACTERS).rev().map(|place| usize::try_from((bits >> (5 * place)) & 31).unwrap_or_default());
        Ok(JoinCode::grouped(&places.map(|place| char::from(ALPHABET[place])).collect::<Vec<_>>()))
    }

    /// The code that somebody typed: in any case, with or without hyphens and spaces, with O for 0 and I or L for 1. None: it is no code.
    pub fn read(typed: &str) -> Option<JoinCode> {
        let mut characters = Vec::with_capacity(CHARACTERS);
        for character in typed.chars().filter(|character| !matches!(character, '-' | ' ')) {
            let character = match character.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                character => character,
            };
            let is_known = ALPHABET.iter().any(|known| char::from(*known) == character);
            if !is_known || characters.len() == CHARACTERS {
                return None;
            }
            characters.push(character);
        }
        (characters.len() == CHARACTERS).then(|| JoinCode::grouped(&characters))
    }

    fn grouped(characters: &[char]) -> JoinCode {
        JoinCode(characters.chunks(GROUP).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-"))
    }
}
