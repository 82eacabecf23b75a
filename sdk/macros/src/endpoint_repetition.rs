//! `#[endpoint(repeats = …)]`: a unit struct becomes another endpoint on a route of its own.

use crate::attributes::documentation;
use crate::endpoint_arguments::Arguments;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Fields, ItemStruct, Path, Result};

/// The same operation on a route of its own: a unit struct.
pub(crate) fn expand(arguments: Arguments, repeated: &Path, item: ItemStruct) -> Result<TokenStream> {
    let name = &item.ident;
    let missing = |what: &str| Error::new_spanned(name, format!("the endpoint does not say {what}"));
    if !matches!(item.fields, Fields::Unit) {
        return Err(Error::new_spanned(&item.fields, "an endpoint that repeats another one has no fields"));
    }
    let (method, path) = arguments.method.ok_or_else(|| missing("its method and path: `get = \"/path\"`"))?;
    let session = arguments.session.map(|permission| {
        quote! {
            ::quarry_sdk::Access::Session(::quarry_sdk::component::SessionRule {
                permission: #permission,
                sudo: false,
                beacon: false,
                acting: ::quarry_sdk::component::Acting::Reads,
            })
        }
    });
    let access =
        session.or(arguments.access).ok_or_else(|| missing("who may call: keyless, key = \"read\" or session"))?;
    let text = documentation(&item.attrs);
    if text.is_empty() {
        return Err(missing("what it is for: write a doc comment"));
    }
    let [cache, rate_class] = [arguments.cache, arguments.rate_class]
        .map(|option| option.map_or_else(|| quote!(None), |value| quote!(Some(#value))));
    let (tools, operation_id, visibility) = (&arguments.tools, name.to_string(), &item.vis);
    Ok(quote! {
        #[doc = #text]
        #[allow(non_camel_case_types)]
        #visibility struct #name;

        impl ::quarry_sdk::Endpoint for #name {
            const OPERATION_ID: &'static str = #operation_id;

            fn declaration() -> ::quarry_sdk::component::Route {
                ::quarry_sdk::EndpointRepetition {
                    operation_id: #operation_id,
                    method: #method,
                    path: #path,
                    documentation: #text,
                    access: #access,
                    cache: #cache,
                    rate_class: #rate_class,
                    tools: &[#(#tools),*],
                }
                .route::<#repeated>()
            }

            fn statements() -> &'static [&'static str] {
                <#repeated as ::quarry_sdk::Endpoint>::statements()
            }

            fn guard() -> Option<::quarry_sdk::component::DeclaredGuard> {
                <#repeated as ::quarry_sdk::Endpoint>::guard()
            }

            fn handle(request: ::quarry_sdk::Request) -> Result<::quarry_sdk::Answer, ::quarry_sdk::Problem> {
                <#repeated as ::quarry_sdk::Endpoint>::handle(request)
            }
        }
    })
}
