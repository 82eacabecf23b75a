//! One-time codes for a lost authenticator: ten of 80 random bits, each stored as its hash.

use crate::sign_in::SignInError;
use quarry_contract::Secret;
use quarry_stores::app::Transaction;
use quarry_stores::result_set::Value;
use rand::RngExt;
use sha2::{Digest, Sha256};

const RECOVERY_CODES: usize = 10;
/// 80 random bits in groups of four: long enough that its plain hash cannot be searched backwards.
const RECOVERY_CODE_LENGTH: usize = 16;
/// Without what is mistaken for something else (RFC 4648's base32, lowercase).
const RECOVERY_ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// The stored hash of a recovery code, however it was typed.
pub(super) fn recovery_code_hash(code: &str) -> [u8; 32] {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    Sha256::digest(plain.to_ascii_lowercase()).into()
}

/// Ten new codes of a person, in place of those before.
pub(super) async fn replace_recovery_codes(
    transaction: &mut Transaction,
    user_id: i64,
) -> Result<Vec<Secret>, SignInError> {
    transaction.execute("DELETE FROM recovery_codes WHERE user_id = $1", &[Value::Int64(user_id)]).await?;
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let code = recovery_code();
        let hash = Value::Bytes(recovery_code_hash(&code).to_vec());
        let sql = "INSERT INTO recovery_codes (user_id, hash) VALUES ($1, $2)";
        transaction.execute(sql, &[Value::Int64(user_id), hash]).await?;
        codes.push(Secret::new(code));
    }
    Ok(codes)
}

/// `abcd-efgh-ijkl-mnop`.
fn recovery_code() -> String {
    let mut random = rand::rng();
    let mut code = String::with_capacity(RECOVERY_CODE_LENGTH + RECOVERY_CODE_LENGTH / 4);
    for position in 0..RECOVERY_CODE_LENGTH {
        if position > 0 && position % 4 == 0 {
            code.push('-');
        }
        code.push(char::from(RECOVERY_ALPHABET[random.random_range(0..RECOVERY_ALPHABET.len())]));
    }
    code
}
