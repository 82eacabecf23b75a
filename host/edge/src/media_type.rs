//! `Accept` (RFC 9110, section 12.5.1), on routes that can answer in more media types than JSON.

use http::{HeaderMap, header::ACCEPT};

const JSON: &str = "application/json";

/// The one of `offered` that the request likes best; none where that is JSON. What it does not name at all is not refused: a
/// request that accepts nothing that there is gets JSON, as clients expect of a service of JSON.
pub(super) fn choose(offered: &[String], headers: &HeaderMap) -> Option<String> {
    if offered.is_empty() {
        return None;
    }
    let lines = headers.get_all(ACCEPT).iter().filter_map(|line| line.to_str().ok());
    let ranges: Vec<Range> = lines.flat_map(|line| line.split(',')).filter_map(Range::parse).collect();
    let weight = |media_type: &str| {
        let matching = ranges.iter().filter(|range| range.matches(media_type));
        matching.max_by_key(|range| range.exactness).map_or(0, |range| range.weight)
    };
    // Of equals the first: JSON before all others.
    let mut best = (None, weight(JSON));
    for media_type in offered {
        let weight = weight(media_type);
        if weight > best.1 {
            best = (Some(media_type.clone()), weight);
        }
    }
    best.0
}

/// An item of the list.
struct Range<'a> {
    kind: &'a str,
    subtype: &'a str,
    /// In thousandths.
    weight: u16,
    /// 0 for `*/*`, 1 for `text/*`, 2 for one media type.
    exactness: u8,
}

impl<'a> Range<'a> {
    /// None for an item that is malformed, which says nothing.
    fn parse(item: &'a str) -> Option<Range<'a>> {
        let mut parts = item.split(';').map(str::trim);
        let (kind, subtype) = parts.next()?.split_once('/')?;
        let mut weight = 1_000;
        for parameter in parts {
            if let Some(value) = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q=")) {
                let number: f32 = value.parse().ok()?;
                weight = (number.clamp(0.0, 1.0) * 1_000.0) as u16;
            }
        }
        let exactness = match (kind, subtype) {
            ("*", "*") => 0,
            (_, "*") => 1,
            _ => 2,
        };
        Some(Range { kind, subtype, weight, exactness })
    }

    fn matches(&self, media_type: &str) -> bool {
        let (kind, subtype) = media_type.split_once('/').unwrap_or((media_type, ""));
        match self.exactness {
            0 => true,
            1 => self.kind.eq_ignore_ascii_case(kind),
            _ => self.kind.eq_ignore_ascii_case(kind) && self.subtype.eq_ignore_ascii_case(subtype),
        }
    }
}
