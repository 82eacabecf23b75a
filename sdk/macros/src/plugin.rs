//! `plugin!`: the component's exports, and the stamp of the contract's version.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitStr, Path, Result, Token, bracketed};

#[derive(Default)]
struct Input {
    name: Option<LitStr>,
    summary: Option<LitStr>,
    grants: Vec<Ident>,
    endpoints: Vec<Path>,
    outbound_hosts: Vec<LitStr>,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut plugin = Input::default();
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            match word.to_string().as_str() {
                "name" => plugin.name = Some(input.parse()?),
                "summary" => plugin.summary = Some(input.parse()?),
                "grants" => plugin.grants = list(input)?,
                "endpoints" => plugin.endpoints = list(input)?,
                "outbound_hosts" => plugin.outbound_hosts = list(input)?,
                _ => {
                    return Err(Error::new_spanned(
                        word,
                        "one of name, summary, grants, endpoints, outbound_hosts is expected",
                    ));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(plugin)
    }
}

fn list<T: Parse>(input: ParseStream) -> Result<Vec<T>> {
    let content;
    bracketed!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let Input { name, summary, grants, endpoints, outbound_hosts } = syn::parse2(input)?;
    let missing =
        |what: &str| Error::new(proc_macro2::Span::call_site(), format!("the plugin does not say its {what}"));
    let name = name.ok_or_else(|| missing("name"))?;
    let summary = summary.ok_or_else(|| missing("summary"))?;
    Ok(quote! {
        struct Component;

        impl ::quarry_sdk::bindings::Guest for Component {
            fn describe() -> ::quarry_sdk::component::Manifest {
                ::quarry_sdk::component::Manifest {
                    name: #name.to_owned(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    summary: #summary.to_owned(),
                    grants: vec![#(::quarry_sdk::Grant::#grants),*],
                    routes: vec![#(<#endpoints as ::quarry_sdk::Endpoint>::declaration()),*],
                    statements: ::quarry_sdk::component::distinct(
                        [#(<#endpoints as ::quarry_sdk::Endpoint>::statements()),*].concat(),
                    ),
                    outbound_hosts: vec![#(#outbound_hosts.to_owned()),*],
                }
            }

            fn handle(
                request: ::quarry_sdk::component::WitRequest,
            ) -> Result<::quarry_sdk::component::WitAnswer, ::quarry_sdk::component::WitProblem> {
                ::quarry_sdk::component::report_panics();
                let request = ::quarry_sdk::Request::new(request);
                ::quarry_sdk::component::outcome(match request.operation_id() {
                    #(
                        <#endpoints as ::quarry_sdk::Endpoint>::OPERATION_ID => {
                            <#endpoints as ::quarry_sdk::Endpoint>::handle(request)
                        }
                    )*
                    other => Err(::quarry_sdk::component::unknown_operation(other)),
                })
            }
        }

        const _: () = {
            const VERSION: &str = ::quarry_sdk::component::CONTRACT_VERSION;
            // The host reads this section before the engine sees the file.
            #[unsafe(link_section = "quarry-contract")]
            #[used]
            static CONTRACT_VERSION: [u8; VERSION.len()] = ::quarry_sdk::component::stamp(VERSION);
        };

        ::quarry_sdk::bindings::export_plugin!(Component with_types_in ::quarry_sdk::bindings);
    })
}
