//! Closed lists of words in bodies.

/// Makes an enum of words that bodies may have: `words! { Role { Member = "member", Staff = "staff" } }`.
macro_rules! words {
    ($(#[$attribute:meta])* $name:ident { $($variant:ident = $word:literal),* $(,)? }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $(#[serde(rename = $word)] $variant),*
        }

        impl $name {
            /// Every word.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Its word.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }

        impl quarry_sdk::Schema for $name {
            fn schema() -> serde_json::Value {
                serde_json::json!({ "type": "string", "enum": $name::WORDS })
            }

            fn example() -> serde_json::Value {
                serde_json::json!($name::WORDS[0])
            }
        }
    };
}

pub(crate) use words;
