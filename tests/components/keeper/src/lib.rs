//! A component that keeps secrets without ever seeing one, and tries to see them all the same.

pub mod misuse;
pub mod passwords;
pub mod tokens;

quarry_sdk::plugin! {
    name: "keeper",
    summary: "Keeps secrets; for tests only.",
    grants: [Secrets, OutboundHttp],
    endpoints: [
        passwords::hash_password,
        passwords::verify_password,
        tokens::mint_token,
        tokens::find_token,
        tokens::sign_with_token,
        tokens::open_by_token,
        misuse::peek_at_password,
        misuse::misuse_secret,
        misuse::show_undeclared,
    ],
    outbound_hosts: ["localhost:*"],
}
