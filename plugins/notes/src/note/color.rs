//! The five swatches, each with a contrast of at least 4.5:1 on white.

use quarry_sdk::prelude::*;

/// The color of a note.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Color {
    /// The default.
    #[default]
    #[choice("#1D5B8C")]
    OceanBlue,
    #[choice("#3F6B2F")]
    Moss,
    #[choice("#9A4419")]
    Copper,
    #[choice("#6B3A72")]
    Plum,
    #[choice("#4A4A55")]
    Slate,
}

impl Color {
    /// The swatch of a text, upper or lower case.
    pub fn read(text: &str) -> Result<Color, Problem> {
        Color::from_word(&text.to_ascii_uppercase()).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            let swatches = Color::WORDS.join(", ");
            Problem::invalid_field("color", format!("`{shown}` is not one of the five swatches: {swatches}."))
        })
    }
}
