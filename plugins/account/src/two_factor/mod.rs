//! The second factor of one's own account: a secret is shown until it is confirmed, recovery codes once.

pub mod confirm;
pub mod delete;
pub mod keep;
pub mod recovery_codes;
pub mod replace;
pub mod set_up;

use quarry_sdk::account::AuthenticatorSetup;
use quarry_sdk::prelude::*;

/// The values that an authenticator needs, shown until its first code was given.
#[derive(Schema)]
pub struct NewAuthenticator {
    /// The secret in Base32, for typing.
    #[schema(example = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")]
    pub secret: ShownSecret,
    /// Address to show as a QR code for the authenticator.
    #[schema(
        example = "otpauth://totp/Quarry:member%40quarry.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Quarry"
    )]
    pub uri: ShownSecret,
}

/// Ten recovery codes, which sign in without the authenticator. Each works once, and they are shown this once.
#[derive(Schema)]
pub struct RecoveryCodes {
    #[schema(example = ["abcd-efgh-ijkl-mnop"])]
    pub recovery_codes: Vec<ShownSecret>,
}

fn shown(setup: AuthenticatorSetup) -> Answer {
    Answer::object().secret("secret", setup.secret).secret("uri", setup.uri).into()
}

fn shown_codes(codes: Vec<Secret>) -> Answer {
    Answer::object().secrets("recovery_codes", codes).into()
}
