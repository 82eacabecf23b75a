//! The types of parameters and of cursor columns.

/// The values a parameter can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterType {
    Boolean,
    Int64,
    Uint64,
    Float64,
    Text,
    /// Raw bytes, such as an address.
    Bytes,
    /// Microseconds since 1970-01-01T00:00:00Z.
    Timestamp,
    TextList,
    Int64List,
    Uint64List,
    BytesList,
    /// Rows of the app store, which stand as a table. [`crate::Parameter::columns`] has their columns.
    Rows,
}

impl ParameterType {
    const NAMES: &'static [(&'static str, ParameterType)] = &[
        ("boolean", ParameterType::Boolean),
        ("int64", ParameterType::Int64),
        ("uint64", ParameterType::Uint64),
        ("float64", ParameterType::Float64),
        ("text", ParameterType::Text),
        ("bytes", ParameterType::Bytes),
        ("timestamp", ParameterType::Timestamp),
        ("text[]", ParameterType::TextList),
        ("int64[]", ParameterType::Int64List),
        ("uint64[]", ParameterType::Uint64List),
        ("bytes[]", ParameterType::BytesList),
    ];

    /// The name used in `{name:type}`.
    pub fn name(self) -> &'static str {
        if self == Self::Rows {
            return "rows";
        }
        Self::NAMES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// True when the value is a list.
    pub fn is_list(self) -> bool {
        matches!(self, Self::TextList | Self::Int64List | Self::Uint64List | Self::BytesList)
    }

    /// The type of an item of a list; any other type is its own.
    pub fn item(self) -> ParameterType {
        match self {
            Self::TextList => Self::Text,
            Self::Int64List => Self::Int64,
            Self::Uint64List => Self::Uint64,
            Self::BytesList => Self::Bytes,
            kind => kind,
        }
    }

    /// The type of that name; otherwise a sentence with those that there are.
    pub(crate) fn from_name(name: &str) -> Result<ParameterType, String> {
        let known = Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
        known.ok_or_else(|| {
            let names: Vec<&str> = Self::NAMES.iter().map(|(name, _)| *name).collect();
            format!("`{name}` is not a type: one of {}", names.join(", "))
        })
    }
}

/// `type` or `type?`, which may be null.
pub(crate) fn value_type(text: &str) -> Result<(ParameterType, bool), String> {
    let (name, nullable) = text.strip_suffix('?').map_or((text, false), |name| (name, true));
    let kind = ParameterType::from_name(name)?;
    match nullable && kind.is_list() {
        true => Err(format!("`{text}` is not a type: a list without items is empty, not null")),
        false => Ok((kind, nullable)),
    }
}
