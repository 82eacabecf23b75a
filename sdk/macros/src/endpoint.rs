//! `#[endpoint]`: a function becomes a type that implements `Endpoint`.

use crate::arguments::{list, value};
use crate::attributes::documentation;
use crate::declared;
use crate::endpoint_inputs::Inputs;
use crate::source::{DeclaredStatement, Source};
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, ItemFn, LitInt, LitStr, Path, Result, Token, Type, Visibility, parenthesized};

#[derive(Default)]
struct Arguments {
    method: Option<(TokenStream, LitStr)>,
    is_get: bool,
    access: Option<TokenStream>,
    /// The permission that a session must have.
    session: Option<TokenStream>,
    sudo: bool,
    beacon: bool,
    module: Option<LitStr>,
    body: Option<Type>,
    paged: Option<LitInt>,
    cache: Option<TokenStream>,
    rate_class: Option<TokenStream>,
    rate_weight: Option<LitInt>,
    deprecation: Option<TokenStream>,
    accepts: Vec<LitStr>,
    max_body_bytes: Option<LitInt>,
    response_form: Option<TokenStream>,
    walks_both_ways: bool,
    /// Bytes need no schema.
    is_object: bool,
    statuses: Vec<LitInt>,
    refusals: Vec<TokenStream>,
    answer_headers: Vec<TokenStream>,
    tools: Vec<TokenStream>,
    /// A rank of the guard, or the guard itself where it has none.
    guard: Option<Path>,
    changes_ranks: bool,
    /// The guard's name of a path parameter, and the route's.
    guard_path: Vec<(Ident, Ident)>,
    /// The staff permission beside the guard's rank.
    or_permission: Option<LitStr>,
    /// The access of staff who act as somebody else.
    acting: Option<TokenStream>,
    /// Beside JSON.
    media_types: Vec<LitStr>,
    reads_if_match: bool,
    takes_request_key: bool,
    /// The reason why a `get` writes.
    writes: Option<LitStr>,
    is_keyed: bool,
    /// The word `everyone`, where it answers everyone.
    answers: Option<Ident>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut arguments = Arguments::default();
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            arguments.argument(&word, input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(arguments)
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
            _ => {
                return Err(Error::new_spanned(
                    word,
                    "one of get, post, put, patch, delete, keyless, key, session, sudo, beacon, module, body, paged, both_ways, cache, rate, deprecated, accepts, object, event_stream, status, statuses, refuses, answer_header, tool, guard, changes_ranks, guard_path, or_permission, acting, media_types, reads_if_match, request_key, writes, answers, max_body_bytes is expected",
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

pub(crate) fn expand(arguments: TokenStream, function: TokenStream) -> Result<TokenStream> {
    let arguments: Arguments = syn::parse2(arguments)?;
    let function: ItemFn = syn::parse2(function)?;
    let name = &function.sig.ident;
    let missing = |what: &str| Error::new_spanned(name, format!("the endpoint does not say {what}"));
    let (method, path) = arguments.method.ok_or_else(|| missing("its method and path: `get = \"/path\"`"))?;
    let (sudo, beacon) = (arguments.sudo, arguments.beacon);
    if (sudo || beacon || arguments.acting.is_some()) && arguments.session.is_none() {
        return Err(Error::new_spanned(name, "sudo, beacon and acting are for a route with session"));
    }
    let acting = arguments.acting.unwrap_or_else(|| quote!(::quarry_sdk::component::Acting::Reads));
    let is_session = arguments.session.is_some();
    let session = arguments.session.map(|permission| {
        quote! {
            ::quarry_sdk::Access::Session(::quarry_sdk::component::SessionRule {
                permission: #permission,
                sudo: #sudo,
                beacon: #beacon,
                acting: #acting,
            })
        }
    });
    let access =
        session.or(arguments.access).ok_or_else(|| missing("who may call: keyless, key = \"read\" or session"))?;
    let body = match (arguments.body, arguments.is_object) {
        (Some(body), _) => quote!(#body),
        (None, true) => quote!(::quarry_sdk::objects::ObjectBytes),
        (None, false) if arguments.statuses.iter().any(|status| status.base10_digits() == "204") => quote!(()),
        (None, false) => return Err(missing("its body: `body = Type`")),
    };
    if let Some(reason) = &arguments.writes {
        if !arguments.is_get {
            return Err(Error::new_spanned(reason, "writes is for a get: every other method may write"));
        }
        if reason.value().trim().is_empty() {
            return Err(Error::new_spanned(reason, "writes is a sentence that says why the operation writes"));
        }
    }
    let (guard, changes_ranks) = (&arguments.guard, arguments.changes_ranks);
    let takes_request_key = arguments.takes_request_key;
    if takes_request_key && (!is_session || guard.is_none() || arguments.is_get) {
        return Err(Error::new_spanned(name, "request_key is for a write with session and a guard"));
    }
    if changes_ranks && guard.is_none() {
        return Err(Error::new_spanned(name, "changes_ranks is for a route with a guard"));
    }
    if let (Some(permission), None) = (&arguments.or_permission, guard) {
        return Err(Error::new_spanned(permission, "or_permission is for a route with a guard"));
    }
    if let (Some((of_guard, _)), None) = (arguments.guard_path.first(), guard) {
        return Err(Error::new_spanned(of_guard, "guard_path is for a route with a guard"));
    }
    let paths = arguments.guard_path.iter().map(|(of_guard, of_route)| {
        let (of_guard, of_route) = (of_guard.to_string(), of_route.to_string());
        quote!((#of_guard, #of_route))
    });
    let paths = quote!(&[#(#paths),*]);
    let or_permission = match &arguments.or_permission {
        Some(permission) => quote!(Some(#permission)),
        None => quote!(None),
    };
    if let Some(everyone) = &arguments.answers
        && (!arguments.is_get || !arguments.is_keyed || guard.is_some())
    {
        return Err(Error::new_spanned(
            everyone,
            "answers = everyone is for a get with a key and without a guard: other answers are for their caller alone",
        ));
    }
    let inputs = Inputs::of(&function).ok_or_else(|| {
        missing(
            "what it takes, in this order and each where it is needed: `request: &Request`, `guarded: Guarded<Rank>`, \
             parameters, and the request body",
        )
    })?;
    let Inputs { takes_request, guarded, parameters, body: request_body } = inputs;
    if let (Some(guarded), None) = (&guarded, guard) {
        return Err(Error::new_spanned(guarded, "the endpoint says no guard: `guard = Access::Rank`"));
    }
    let (accepts, max_body_bytes) = (&arguments.accepts, arguments.max_body_bytes);
    let max_body_bytes = max_body_bytes.map_or_else(|| quote!(65_536), |bytes| quote!(#bytes));
    let mut given = Vec::new();
    given.extend(takes_request.then(|| quote!(&request)));
    given.extend(guarded.as_ref().map(|_| quote!(guarded)));
    given.extend(parameters.as_ref().map(|_| quote!(parameters)));
    given.extend(request_body.as_ref().map(|_| quote!(body)));
    let take_guarded = guarded.map(|guarded| quote!(let guarded = <#guarded>::of(&mut request)?;));
    let take_parameters = parameters.as_ref().map(|parameters| {
        quote!(let parameters = <#parameters as ::quarry_sdk::Parameters>::from_values(&mut request.take_parameters().into_iter());)
    });
    let take_body = request_body
        .as_ref()
        .map(|body| quote!(let body = <#body as ::quarry_sdk::RequestBody>::from_request(&mut request)?;));
    let takes_more = take_guarded.is_some() || take_parameters.is_some() || take_body.is_some();
    let request = if takes_more {
        quote!(mut request)
    } else if takes_request {
        quote!(request)
    } else {
        quote!(_)
    };
    let [parameters, request_body] =
        [parameters, request_body].map(|kind| kind.map_or_else(|| quote!(()), |kind| quote!(#kind)));
    let text = documentation(&function.attrs);
    if text.is_empty() {
        return Err(missing("what it is for: write a doc comment"));
    }
    let reached = Source::of_crate().reached(quote!(#function));
    if let (Some(everyone), Some(statement)) = (&arguments.answers, reached.iter().find(|known| known.takes_caller())) {
        let file = &statement.file;
        return Err(Error::new_spanned(
            everyone,
            format!("{name} answers everyone, and {file} takes something of the caller: one of the two has to go"),
        ));
    }
    let statements: Vec<&str> = reached.into_iter().map(DeclaredStatement::name).collect();
    let operation_id = name.to_string();
    let is_paged = arguments.paged.is_some();
    let [module, writes, paged, cache, rate_class, deprecation] = [
        arguments.module.map(|module| quote!(#module)),
        arguments.writes.map(|reason| quote!(#reason)),
        arguments.paged.map(|limit| quote!(#limit)),
        arguments.cache,
        arguments.rate_class,
        arguments.deprecation,
    ]
    .map(|option| option.map_or_else(|| quote!(None), |value| quote!(Some(#value))));
    let rate_weight = arguments.rate_weight.map_or_else(|| quote!(1), |weight| quote!(#weight));
    let response_form = arguments.response_form.unwrap_or_else(|| quote!(::quarry_sdk::ResponseForm::Json));
    let (statuses, refusals) = (&arguments.statuses, &arguments.refusals);
    let (answer_headers, tools) = (&arguments.answer_headers, &arguments.tools);
    if arguments.walks_both_ways && !is_paged {
        return Err(missing("`paged`: a walk both ways is of a list that pages"));
    }
    let (media_types, reads_if_match) = (&arguments.media_types, arguments.reads_if_match);
    let answers = if arguments.answers.is_some() { quote!(Everyone) } else { quote!(Caller) };
    let walk = if arguments.walks_both_ways { quote!(BothWays) } else { quote!(Forward) };
    let (route_guard, guard_declaration) = match guard {
        Some(guard) => (
            quote!(Some(::quarry_sdk::component::route_guard(#guard, #changes_ranks, #paths, #or_permission))),
            quote!(Some(::quarry_sdk::component::guard_declaration(#guard))),
        ),
        None => (quote!(None), quote!(None)),
    };
    let visibility = &function.vis;
    let inner = ItemFn { vis: Visibility::Inherited, ..function.clone() };
    Ok(quote! {
        #[doc = #text]
        #[allow(non_camel_case_types)]
        #visibility struct #name;

        impl ::quarry_sdk::Endpoint for #name {
            const OPERATION_ID: &'static str = #operation_id;

            fn declaration() -> ::quarry_sdk::component::Route {
                let route = ::quarry_sdk::EndpointDeclaration {
                    operation_id: #operation_id,
                    method: #method,
                    path: #path,
                    documentation: #text,
                    module: #module,
                    access: #access,
                    accepts: &[#(#accepts),*],
                    max_body_bytes: #max_body_bytes,
                    default_limit: #paged,
                    cache: #cache,
                    rate_class: #rate_class,
                    rate_weight: #rate_weight,
                    deprecation: #deprecation,
                    response_form: #response_form,
                    success_statuses: &[#(#statuses),*],
                    refusals: &[#(#refusals),*],
                    answer_headers: &[#(#answer_headers),*],
                    tools: &[#(#tools),*],
                    walk: ::quarry_sdk::Walk::#walk,
                    guard: #route_guard,
                    media_types: &[#(#media_types),*],
                    reads_if_match: #reads_if_match,
                    takes_request_key: #takes_request_key,
                    writes: #writes,
                    answers: ::quarry_sdk::Readers::#answers,
                }
                .route::<#parameters, #request_body, #body>();
                ::quarry_sdk::component::with_statements(route, Self::statements())
            }

            fn statements() -> &'static [&'static str] {
                &[#(#statements),*]
            }

            fn guard() -> Option<::quarry_sdk::component::DeclaredGuard> {
                #guard_declaration
            }

            fn handle(#request: ::quarry_sdk::Request) -> Result<::quarry_sdk::Answer, ::quarry_sdk::Problem> {
                #inner
                #take_guarded
                #take_parameters
                #take_body
                #name(#(#given),*)
            }
        }
    })
}
