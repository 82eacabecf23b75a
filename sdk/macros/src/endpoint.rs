//! `#[endpoint]`: a function becomes a type that implements `Endpoint`.

use crate::attributes::documentation;
use crate::endpoint_arguments::Arguments;
use crate::endpoint_inputs::Inputs;
use crate::endpoint_repetition;
use crate::source::{DeclaredStatement, Source};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, ItemFn, Result, Visibility};

pub(crate) fn expand(arguments: TokenStream, function: TokenStream) -> Result<TokenStream> {
    let arguments: Arguments = syn::parse2(arguments)?;
    if let Some(repeated) = arguments.repeats.clone() {
        return endpoint_repetition::expand(arguments, &repeated, syn::parse2(function)?);
    }
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
