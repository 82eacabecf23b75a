//! Reads ClickHouse type names, such as `Nullable(Decimal(38, 9))`, as far as their values can be read.
//!
//! The crate's own types are not used: they lose the names of tuple elements and are not meant for use outside of it.

/// Types nest at most this deep; ClickHouse's own tables stay far below.
const MAX_DEPTH: usize = 16;

/// The layout of a column's values. `LowCardinality` and `SimpleAggregateFunction` are gone: their values are those
/// of the inner type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClickHouseType {
    Bool,
    /// Signed, of 1, 2, 4 or 8 bytes.
    Int(usize),
    /// Unsigned, of 1, 2, 4 or 8 bytes.
    UInt(usize),
    /// A number of 16 or 32 bytes.
    WideInt {
        bytes: usize,
        signed: bool,
    },
    Float32,
    Float64,
    /// An integer of 4 to 32 bytes, divided by ten to the power of `scale`.
    Decimal {
        bytes: usize,
        scale: usize,
    },
    String,
    FixedString(usize),
    Uuid,
    Ipv4,
    Ipv6,
    Date,
    Date32,
    DateTime,
    /// Ticks of ten to the power of minus `precision` seconds.
    DateTime64 {
        precision: u32,
    },
    /// Names by value; `bytes` is 1 or 2.
    Enum {
        bytes: usize,
        names: Vec<(i16, String)>,
    },
    Nullable(Box<ClickHouseType>),
    Array(Box<ClickHouseType>),
    Tuple(Vec<(Option<String>, ClickHouseType)>),
    Map(Box<ClickHouseType>, Box<ClickHouseType>),
    /// The type of `NULL` and of `[]`, which has no values.
    Nothing,
}

impl ClickHouseType {
    /// Reads a type name; `None` for types whose values the host does not read.
    pub fn parse(name: &str) -> Option<ClickHouseType> {
        let mut parser = Parser { rest: name };
        let parsed = parser.parse_type(0)?;
        parser.skip_spaces();
        parser.rest.is_empty().then_some(parsed)
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn parse_type(&mut self, depth: usize) -> Option<ClickHouseType> {
        let name = self.word()?;
        self.parse_named(name, depth)
    }

    /// The type called `name`, whose arguments follow.
    fn parse_named(&mut self, name: &str, depth: usize) -> Option<ClickHouseType> {
        use ClickHouseType as T;
        if depth > MAX_DEPTH {
            return None;
        }
        Some(match name {
            "Bool" => T::Bool,
            "Int8" => T::Int(1),
            "Int16" => T::Int(2),
            "Int32" => T::Int(4),
            "Int64" => T::Int(8),
            "UInt8" => T::UInt(1),
            "UInt16" => T::UInt(2),
            "UInt32" => T::UInt(4),
            "UInt64" => T::UInt(8),
            "Int128" => T::WideInt { bytes: 16, signed: true },
            "Int256" => T::WideInt { bytes: 32, signed: true },
            "UInt128" => T::WideInt { bytes: 16, signed: false },
            "UInt256" => T::WideInt { bytes: 32, signed: false },
            "Float32" => T::Float32,
            "Float64" => T::Float64,
            "String" => T::String,
            "UUID" => T::Uuid,
            "IPv4" => T::Ipv4,
            "IPv6" => T::Ipv6,
            "Date" => T::Date,
            "Date32" => T::Date32,
            "Nothing" => T::Nothing,
            "FixedString" => self.arguments(|parser| Some(T::FixedString(parser.number()?)))?,
            "Decimal" => self.arguments(Parser::decimal)?,
            "DateTime" => self.date_time()?,
            "DateTime64" => self.arguments(|parser| {
                let precision = u32::try_from(parser.number()?).ok().filter(|precision| *precision <= 9)?;
                parser.skip_time_zone()?;
                Some(T::DateTime64 { precision })
            })?,
            "Enum8" => self.arguments(|parser| Some(T::Enum { bytes: 1, names: parser.enum_names()? }))?,
            "Enum16" => self.arguments(|parser| Some(T::Enum { bytes: 2, names: parser.enum_names()? }))?,
            "Nullable" => T::Nullable(Box::new(self.arguments(|parser| parser.parse_type(depth + 1))?)),
            "LowCardinality" => self.arguments(|parser| parser.parse_type(depth + 1))?,
            "SimpleAggregateFunction" => self.arguments(|parser| {
                parser.word()?;
                parser.expect(',')?;
                parser.parse_type(depth + 1)
            })?,
            "Array" => T::Array(Box::new(self.arguments(|parser| parser.parse_type(depth + 1))?)),
            "Map" => self.arguments(|parser| {
                let key = parser.parse_type(depth + 1)?;
                parser.expect(',')?;
                Some(T::Map(Box::new(key), Box::new(parser.parse_type(depth + 1)?)))
            })?,
            "Tuple" => self.arguments(|parser| parser.tuple(depth + 1))?,
            _ => return None,
        })
    }

    /// `(` … `)` around `inner`.
    fn arguments<T>(&mut self, inner: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.expect('(')?;
        let value = inner(self)?;
        self.expect(')')?;
        Some(value)
    }

    fn decimal(&mut self) -> Option<ClickHouseType> {
        let precision = self.number()?;
        self.expect(',')?;
        let scale = self.number()?;
        let bytes = match precision {
            1..=9 => 4,
            10..=18 => 8,
            19..=38 => 16,
            39..=76 => 32,
            _ => return None,
        };
        (scale <= precision).then_some(ClickHouseType::Decimal { bytes, scale })
    }

    /// `DateTime` or `DateTime('zone')`: the zone only matters for text.
    fn date_time(&mut self) -> Option<ClickHouseType> {
        if self.rest.starts_with('(') {
            self.arguments(|parser| parser.quoted('\''))?;
        }
        Some(ClickHouseType::DateTime)
    }

    fn skip_time_zone(&mut self) -> Option<()> {
        if self.expect(',').is_some() {
            self.quoted('\'')?;
        }
        Some(())
    }

    fn enum_names(&mut self) -> Option<Vec<(i16, String)>> {
        let mut names = Vec::new();
        loop {
            let name = self.quoted('\'')?;
            self.expect('=')?;
            self.skip_spaces();
            let length = self.rest.find(|letter: char| letter != '-' && !letter.is_ascii_digit())?;
            names.push((self.take(length).parse().ok()?, name));
            if self.expect(',').is_none() {
                return Some(names);
            }
        }
    }

    fn tuple(&mut self, depth: usize) -> Option<ClickHouseType> {
        let mut elements = Vec::new();
        self.skip_spaces();
        while !self.rest.starts_with(')') {
            if !elements.is_empty() {
                self.expect(',')?;
                self.skip_spaces();
            }
            elements.push(self.tuple_element(depth)?);
            self.skip_spaces();
        }
        Some(ClickHouseType::Tuple(elements))
    }

    /// `name Type` or `Type`.
    fn tuple_element(&mut self, depth: usize) -> Option<(Option<String>, ClickHouseType)> {
        if self.rest.starts_with('`') {
            let name = self.quoted('`')?;
            return Some((Some(name), self.parse_type(depth)?));
        }
        let first = self.word()?;
        if self.rest.starts_with(' ') {
            return Some((Some(first.to_owned()), self.parse_type(depth)?));
        }
        Some((None, self.parse_named(first, depth)?))
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start_matches(' ');
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn expect(&mut self, symbol: char) -> Option<()> {
        self.skip_spaces();
        self.rest = self.rest.strip_prefix(symbol)?;
        Some(())
    }

    fn word(&mut self) -> Option<&'a str> {
        self.skip_spaces();
        let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
        let length = self.rest.find(is_end).unwrap_or(self.rest.len());
        (length > 0).then(|| self.take(length))
    }

    fn number(&mut self) -> Option<usize> {
        self.word()?.parse().ok()
    }

    /// A quoted text with backslash escapes.
    fn quoted(&mut self, quote: char) -> Option<String> {
        self.expect(quote)?;
        let mut text = String::new();
        let mut letters = self.rest.char_indices();
        while let Some((index, letter)) = letters.next() {
            match letter {
                '\\' => text.push(match letters.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    '0' => '\0',
                    other => other,
                }),
                _ if letter == quote => {
                    self.rest = &self.rest[index + quote.len_utf8()..];
                    return Some(text);
                }
                _ => text.push(letter),
            }
        }
        None
    }
}
