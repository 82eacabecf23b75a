//! What stands between the brackets of `#[endpoint(…)]`.

use crate::arguments::{list, value};
use crate::declared;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitInt, LitStr, Path, Result, Token, Type, parenthesized};

/// The arguments, as they stand.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) method: Option<(TokenStream, LitStr)>,
    pub(crate) is_get: bool,
    pub(crate) access: Option<TokenStream>,
    /// The permission that a session must have.
    pub(crate) session: Option<TokenStream>,
    pub(crate) sudo: bool,
    pub(crate) beacon: bool,
    pub(crate) module: Option<LitStr>,
    pub(crate) body: Option<Type>,
    pub(crate) paged: Option<LitInt>,
    pub(crate) cache: Option<TokenStream>,
    pub(crate) rate_class: Option<TokenStream>,
    pub(crate) rate_weight: Option<LitInt>,
    pub(crate) deprecation: Option<TokenStream>,
    pub(crate) accepts: Vec<LitStr>,
    pub(crate) max_body_bytes: Option<LitInt>,
    pub(crate) response_form: Option<TokenStream>,
    pub(crate) walks_both_ways: bool,
    /// Bytes need no schema.
    pub(crate) is_object: bool,
    pub(crate) statuses: Vec<LitInt>,
    pub(crate) refusals: Vec<TokenStream>,
    pub(crate) answer_headers: Vec<TokenStream>,
    pub(crate) tools: Vec<TokenStream>,
    /// A rank of the guard, or the guard itself where it has none.
    pub(crate) guard: Option<Path>,
    pub(crate) changes_ranks: bool,
    /// The guard's name of a path parameter, and the route's.
    pub(crate) guard_path: Vec<(Ident, Ident)>,
    /// The staff permission beside the guard's rank.
    pub(crate) or_permission: Option<LitStr>,
    /// The access of staff who act as somebody else.
    pub(crate) acting: Option<TokenStream>,
    /// Beside JSON.
    pub(crate) media_types: Vec<LitStr>,
    pub(crate) reads_if_match: bool,
    pub(crate) takes_request_key: bool,
    /// The reason why a `get` writes.
    pub(crate) writes: Option<LitStr>,
    pub(crate) is_keyed: bool,
    /// The word `everyone`, where it answers everyone.
    pub(crate) answers: Option<Ident>,
    /// The endpoint that it is on another route.
    pub(crate) repeats: Option<Path>,
}

/// What an endpoint that repeats another one says of itself; all else is the other's.
const OF_A_REPETITION: [&str; 12] =
    ["repeats", "get", "post", "put", "patch", "delete", "keyless", "key", "session", "cache", "rate", "tool"];

impl Parse for Arguments {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut arguments = Arguments::default();
        let mut of_another = None;
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            arguments.argument(&word, input)?;
            if !OF_A_REPETITION.iter().any(|known| word == known) {
                of_another.get_or_insert(word);
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        match (&arguments.repeats, of_another) {
            (Some(_), Some(word)) => {
                Err(Error::new_spanned(&word, format!("{word} is that of the endpoint that this one repeats")))
            }
            _ => Ok(arguments),
        }
    }
}

impl Arguments {
    fn argument(&mut self, word: &Ident, input: ParseStream) -> Result<()> {
        let text = word.to_string();
        match text.as_str() {
            "get" | "post" | "put" | "patch" | "delete" => {
                let variant = Ident::new(&capitalized(&text), word.span());
                self.is_get = text == "get";
                self.method = Some((quote!(::quarry_sdk::Method::#variant), value(input)?));
            }
            "keyless" => self.access = Some(quote!(::quarry_sdk::Access::Keyless)),
            "key" => {
                let scope: LitStr = value(input)?;
                let variant = match scope.value().as_str() {
                    "read" => quote!(Read),
                    "research:write" => quote!(ResearchWrite),
                    "exports" => quote!(Exports),
                    _ => return Err(Error::new_spanned(scope, "a scope is read, research:write or exports")),
                };
                self.is_keyed = true;
                self.access = Some(quote!(::quarry_sdk::Access::Key(::quarry_sdk::Scope::#variant)));
            }
            "session" => {
                let permission = match input.peek(Token![=]) {
                    true => {
                        let permission: LitStr = value(input)?;
                        quote!(Some(#permission.to_owned()))
                    }
                    false => quote!(None),
                };
                self.session = Some(permission);
            }
            "sudo" => self.sudo = true,
            "beacon" => self.beacon = true,
            "module" => self.module = Some(value(input)?),
            "body" => self.body = Some(value(input)?),
            "paged" => {
                self.paged = Some(match input.peek(Token![=]) {
                    true => value(input)?,
                    false => LitInt::new("50", word.span()),
                });
            }
            "both_ways" => self.walks_both_ways = true,
            "cache" => {
                input.parse::<Token![=]>()?;
                self.cache = Some(cache_rule(input)?);
            }
            "rate" => {
                let class: Ident = value(input)?;
                let variant = match class.to_string().as_str() {
                    "key" => quote!(Key),
                    "public" => quote!(Public),
                    "public_status" => quote!(PublicStatus),
                    "explorer_lens" => quote!(ExplorerLens),
                    "session" => quote!(Session),
                    _ => {
                        return Err(Error::new_spanned(
                            class,
                            "a rate class is key, public, public_status, explorer_lens or session",
                        ));
                    }
                };
                self.rate_class = Some(quote!(::quarry_sdk::RateClass::#variant));
            }
            "rate_weight" => self.rate_weight = Some(value(input)?),
            "deprecated" => self.deprecation = Some(deprecation(input)?),
            "accepts" => {
                input.parse::<Token![=]>()?;
                self.accepts = list(input)?;
            }
            "object" => {
                input.parse::<Token![=]>()?;
                let content_types: Vec<LitStr> = match input.peek(syn::token::Bracket) {
                    true => list(input)?,
                    false => vec![input.parse()?],
                };
                self.is_object = true;
                self.response_form =
                    Some(quote!(::quarry_sdk::ResponseForm::Object(vec![#(#content_types.to_owned()),*])));
            }
            "event_stream" => {
                let seconds: LitInt = match input.peek(Token![=]) {
                    true => value(input)?,
                    false => LitInt::new("300", word.span()),
                };
                if !(1..=3_600).contains(&seconds.base10_parse::<u32>()?) {
                    return Err(Error::new_spanned(seconds, "an event stream lasts 1 to 3600 seconds"));
                }
                self.response_form = Some(quote!(::quarry_sdk::ResponseForm::EventStream(#seconds)));
            }
            "status" => self.statuses = vec![value(input)?],
            "statuses" => {
                input.parse::<Token![=]>()?;
                self.statuses = list(input)?;
            }
            "refuses" => self.refusals.push(declared::refusal(input)?),
            "answer_header" => self.answer_headers.push(declared::answer_header(input)?),
            "tool" => self.tools.push(declared::tool(input)?),
            "guard" => self.guard = Some(value(input)?),
            "changes_ranks" => self.changes_ranks = true,
            "guard_path" => {
                let content;
                parenthesized!(content in input);
                while !content.is_empty() {
                    let of_guard = content.parse()?;
                    self.guard_path.push((of_guard, value(&content)?));
                    content.parse::<Option<Token![,]>>()?;
                }
            }
            "or_permission" => self.or_permission = Some(value(input)?),
            "acting" => {
                let word: Ident = value(input)?;
                let variant = match word.to_string().as_str() {
                    "reads" => quote!(Reads),
                    "writes" => quote!(Writes),
                    "refused" => quote!(Refused),
                    _ => return Err(Error::new_spanned(word, "somebody acting reads, writes, or is refused")),
                };
                self.acting = Some(quote!(::quarry_sdk::component::Acting::#variant));
            }
            "media_types" => {
                input.parse::<Token![=]>()?;
                self.media_types = list(input)?;
            }
            "reads_if_match" => self.reads_if_match = true,
            "request_key" => self.takes_request_key = true,
            "writes" => self.writes = Some(value(input)?),
            "answers" => {
                let word: Ident = value(input)?;
                if word != "everyone" {
                    return Err(Error::new_spanned(
                        word,
                        "a route answers everyone; without the word it answers its caller",
                    ));
                }
                self.answers = Some(word);
            }
            "max_body_bytes" => self.max_body_bytes = Some(value(input)?),
            "repeats" => self.repeats = Some(value(input)?),
            _ => {
                return Err(Error::new_spanned(
                    word,
                    "one of get, post, put, patch, delete, keyless, key, session, sudo, beacon, module, body, paged, both_ways, cache, rate, deprecated, accepts, object, event_stream, status, statuses, refuses, answer_header, tool, guard, changes_ranks, guard_path, or_permission, acting, media_types, reads_if_match, request_key, writes, answers, max_body_bytes, repeats is expected",
                ));
            }
        }
        Ok(())
    }
}

fn cache_rule(input: ParseStream) -> Result<TokenStream> {
    let rule: Ident = input.parse()?;
    match rule.to_string().as_str() {
        "no_store" => Ok(quote!(::quarry_sdk::CacheRule::NoStore)),
        "private" => Ok(quote!(::quarry_sdk::CacheRule::Private)),
        "public" => {
            let content;
            parenthesized!(content in input);
            let seconds: LitInt = content.parse()?;
            Ok(quote!(::quarry_sdk::CacheRule::Public(#seconds)))
        }
        _ => Err(Error::new_spanned(rule, "a cache rule is no_store, private or public(SECONDS)")),
    }
}

/// `(since = "2026-01-01", sunset = "2026-07-01", successor = "/path")`.
fn deprecation(input: ParseStream) -> Result<TokenStream> {
    let content;
    parenthesized!(content in input);
    let (mut since, mut sunset, mut successor) = (None, None, None);
    while !content.is_empty() {
        let word: Ident = content.parse()?;
        let text: LitStr = value(&content)?;
        match word.to_string().as_str() {
            "since" => since = Some(day(text)?),
            "sunset" => sunset = Some(day(text)?),
            "successor" => successor = Some(text),
            _ => return Err(Error::new_spanned(word, "one of since, sunset, successor is expected")),
        }
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    let (Some(since), Some(sunset)) = (since, sunset) else {
        return Err(content.error("a deprecated operation says since when, and when its sunset is"));
    };
    // Days of this form sort as they follow each other.
    if sunset.value() <= since.value() {
        return Err(Error::new_spanned(sunset, "the sunset must be after the day of the deprecation"));
    }
    let successor = successor.map_or_else(|| quote!(None), |path| quote!(Some(#path)));
    Ok(quote!(::quarry_sdk::DeprecationDeclaration { since: #since, sunset: #sunset, successor: #successor }))
}

/// A day, `YYYY-MM-DD`.
fn day(text: LitStr) -> Result<LitStr> {
    let value = text.value();
    let digits = |range: std::ops::Range<usize>| value.get(range).and_then(|part| part.parse::<u32>().ok());
    let is_day = value.len() == 10
        && value
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() })
        && digits(5..7).is_some_and(|month| (1..=12).contains(&month))
        && digits(8..10).is_some_and(|day| (1..=31).contains(&day));
    match is_day {
        true => Ok(text),
        false => Err(Error::new_spanned(text, "a day is written as 2026-01-31")),
    }
}

fn capitalized(word: &str) -> String {
    word[..1].to_ascii_uppercase() + &word[1..]
}
