//! Words out of closed lists, as the app store keeps them.

use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

macro_rules! word {
    ($(#[$documentation:meta])* $name:ident, $($word:literal),+) => {
        $(#[$documentation])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub struct $name(pub String);

        impl Schema for $name {
            fn schema() -> Json {
                json!({ "type": "string", "enum": [$($word),+] })
            }

            fn example() -> Json {
                json!([$($word),+][0])
            }
        }
    };
}

word!(
    /// Whose it is: an institution's, or one person's own.
    OrganizationKind, "institution", "personal"
);
word!(
    /// Whether its members and keys may come in.
    OrganizationStatus, "active", "suspended"
);
word!(
    /// What a member is. Owners and admins manage the organization; owners alone make and unmake owners.
    MemberRole, "member", "admin", "owner"
);
