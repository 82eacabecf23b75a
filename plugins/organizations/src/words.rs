//! Words out of closed lists, as the app store keeps them.

use crate::access::Rank;
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
word!(
    /// What a key may be used for.
    KeyScope, "read", "research:write", "exports"
);
word!(
    /// Whether a key opens anything: `rotated` still does, until it expires; `minter_left` when the member who minted it no
    /// longer belongs to the organization, or was disabled.
    KeyState, "active", "rotated", "expired", "revoked", "minter_left"
);
word!(
    /// Which deployments a key is for.
    KeyEnvironment, "production", "sandbox"
);
word!(
    /// How whoever did something came.
    ActorKind, "person", "key", "job", "nobody"
);
word!(
    /// What an organization's endpoint can be told.
    WebhookEvent, "price_alert.triggered", "data_export.ready", "liquidation.recorded", "chain_event.created"
);

impl MemberRole {
    /// The word of a rank.
    pub fn of(rank: Rank) -> MemberRole {
        let word = match rank {
            Rank::Owner => "owner",
            Rank::Admin => "admin",
            Rank::Member => "member",
        };
        MemberRole(word.to_owned())
    }
}

impl WebhookEvent {
    /// Every event.
    pub fn all() -> Vec<WebhookEvent> {
        let words = ["price_alert.triggered", "data_export.ready", "liquidation.recorded", "chain_event.created"];
        words.map(|word| WebhookEvent(word.to_owned())).into()
    }
}
