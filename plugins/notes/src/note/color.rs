//! The five swatches, each with a contrast of at least 4.5:1 on white.

use quarry_sdk::prelude::*;
use quarry_sdk::words::none_of;

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
            let swatches = Color::all().into_iter().map(|swatch| format!("{} ({})", swatch.name(), swatch.word()));
            let swatches: Vec<String> = swatches.collect();
            Problem::invalid_field("color", none_of("A colour", swatches.iter().map(String::as_str), text))
        })
    }

    /// The name by which people call it.
    fn name(self) -> &'static str {
        match self {
            Color::OceanBlue => "Ocean Blue",
            Color::Moss => "Moss",
            Color::Copper => "Copper",
            Color::Plum => "Plum",
            Color::Slate => "Slate",
        }
    }
}
