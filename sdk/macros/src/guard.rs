//! `#[derive(Guard)]`: an enum of ranks, or a unit struct, and the statement that tells who has which.

use crate::arguments::value;
use crate::statement;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Data, DeriveInput, Error, Fields, Ident, LitInt, LitStr, Result, Token, parenthesized};

#[derive(Default)]
struct Declared {
    file: Option<LitStr>,
    tenant: Option<TokenStream>,
    absent: Option<TokenStream>,
    rank_too_low: Option<TokenStream>,
    refusals: Vec<TokenStream>,
}

impl Declared {
    fn read(&mut self, input: ParseStream) -> Result<()> {
        while !input.is_empty() {
            if input.peek(LitStr) {
                self.file = Some(input.parse()?);
            } else {
                let word: Ident = input.parse()?;
                self.word(&word, input)?;
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    }

    fn word(&mut self, word: &Ident, input: ParseStream) -> Result<()> {
        match word.to_string().as_str() {
            "tenant" => {
                self.tenant = Some(tenant(&value(input)?)?);
            }
            "absent" => self.absent = Some(refusal(input, false)?.1),
            "rank_too_low" => self.rank_too_low = Some(refusal(input, false)?.1),
            "refuses" => {
                let (name, refusal) = refusal(input, true)?;
                self.refusals.push(quote!((#name.to_owned(), #refusal)));
            }
            _ => {
                return Err(Error::new_spanned(word, "a file, tenant, absent, rank_too_low or refuses is expected"));
            }
        }
        Ok(())
    }
}

/// `"space"`.
pub(crate) fn tenant(word: &LitStr) -> Result<TokenStream> {
    let variant = match word.value().as_str() {
        "space" => quote!(Space),
        "organization" => quote!(Organization),
        "person" => quote!(Person),
        "own" => quote!(Own),
        _ => return Err(Error::new_spanned(word, "a tenant is space, organization, person or own")),
    };
    Ok(quote!(::quarry_sdk::component::Tenant::#variant))
}

/// `(404, "not_found", "There is no such shelf.", field = "shelf")`, with a name of its own in front where it `is_named`.
fn refusal(input: ParseStream, is_named: bool) -> Result<(Option<LitStr>, TokenStream)> {
    let content;
    parenthesized!(content in input);
    let name: Option<LitStr> = match is_named {
        true => {
            let name = content.parse()?;
            content.parse::<Token![,]>()?;
            Some(name)
        }
        false => None,
    };
    let status: LitInt = content.parse()?;
    content.parse::<Token![,]>()?;
    let code: LitStr = content.parse()?;
    content.parse::<Token![,]>()?;
    let sentence: LitStr = content.parse()?;
    content.parse::<Option<Token![,]>>()?;
    if ![403, 404, 409, 422].contains(&status.base10_parse::<u16>()?) {
        return Err(Error::new_spanned(status, "a refusal has the status 403, 404, 409 or 422"));
    }
    let field = match content.is_empty() {
        true => quote!(None),
        false => {
            let word: Ident = content.parse()?;
            if word != "field" {
                return Err(Error::new_spanned(word, "`field = \"…\"` is expected"));
            }
            let field: LitStr = value(&content)?;
            content.parse::<Option<Token![,]>>()?;
            quote!(Some(#field.to_owned()))
        }
    };
    Ok((
        name,
        quote! {
            ::quarry_sdk::component::GuardRefusal {
                status: #status, code: #code.to_owned(), sentence: #sentence.to_owned(), field: #field,
            }
        },
    ))
}

/// An attribute's content.
struct Content(Declared);

impl Parse for Content {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut declared = Declared::default();
        declared.read(input)?;
        Ok(Content(declared))
    }
}

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let name = &input.ident;
    let ranks: Vec<&Ident> = match &input.data {
        Data::Enum(data) if data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit)) => {
            data.variants.iter().map(|variant| &variant.ident).collect()
        }
        Data::Struct(data) if matches!(data.fields, Fields::Unit) => Vec::new(),
        _ => return Err(Error::new_spanned(name, "a guard is an enum of ranks without fields, or a unit struct")),
    };
    let mut declared = Declared::default();
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("guard")) {
        let Content(more) = attribute.parse_args()?;
        declared.file = declared.file.or(more.file);
        declared.tenant = declared.tenant.or(more.tenant);
        declared.absent = declared.absent.or(more.absent);
        declared.rank_too_low = declared.rank_too_low.or(more.rank_too_low);
        declared.refusals.extend(more.refusals);
    }
    let missing = |what: &str| Error::new_spanned(name, format!("the guard does not say {what}"));
    let file = declared.file.ok_or_else(|| missing("its statement: `#[guard(\"sql/guards/shelf.sql\", …)]`"))?;
    let tenant = declared.tenant.ok_or_else(|| missing("whose rows it guards: `tenant = \"space\"`"))?;
    let absent = declared.absent.ok_or_else(|| missing("how it refuses where there is no row: `absent(404, …)`"))?;
    let rank_too_low = match (declared.rank_too_low, ranks.is_empty()) {
        (Some(refusal), false) => refusal,
        (None, true) => absent.clone(),
        (Some(_), true) => {
            return Err(Error::new_spanned(name, "a guard without ranks has no rank that could be too low"));
        }
        (None, false) => return Err(missing("how it refuses a rank that is too low: `rank_too_low(403, …)`")),
    };
    let statement = format_ident!("{name}Statement");
    let statement_struct = statement::expand(quote!(app_store, #statement, #file))?;
    let (guard_name, refusals) = (snake_case(name), &declared.refusals);
    let words: Vec<String> = ranks.iter().map(|rank| snake_case(rank)).collect();
    let (word, from_word) = match ranks.is_empty() {
        true => (quote!(None), quote!(word.is_none().then_some(#name))),
        false => (
            quote!(Some(match self { #(#name::#ranks => #words),* })),
            quote!(match word? { #(#words => Some(#name::#ranks),)* _ => None }),
        ),
    };
    Ok(quote! {
        const _: () = {
            #statement_struct

            // A guard takes what the host binds, and nothing else.
            const TAKES_NOTHING: #statement = #statement {};

            impl ::quarry_sdk::Guard for #name {
                const NAME: &'static str = #guard_name;
                const RANKS: &'static [&'static str] = &[#(#words),*];

                fn word(&self) -> Option<&'static str> {
                    #word
                }

                fn from_word(word: Option<&str>) -> Option<Self> {
                    #from_word
                }

                fn declaration() -> ::quarry_sdk::component::GuardDeclaration {
                    let _ = TAKES_NOTHING;
                    ::quarry_sdk::component::GuardDeclaration {
                        name: #guard_name.to_owned(),
                        statement: <#statement as ::quarry_sdk::Statement>::NAME.to_owned(),
                        tenant: #tenant,
                        ranks: Self::RANKS.iter().map(|rank| (*rank).to_owned()).collect(),
                        absent: #absent,
                        rank_too_low: #rank_too_low,
                        refusals: vec![#(#refusals),*],
                    }
                }

                fn statement() -> ::quarry_sdk::component::StatementDeclaration {
                    <#statement as ::quarry_sdk::Statement>::declaration()
                }
            }
        };
    })
}

fn snake_case(ident: &Ident) -> String {
    let mut word = String::new();
    for (index, character) in ident.to_string().chars().enumerate() {
        if character.is_ascii_uppercase() && index > 0 {
            word.push('_');
        }
        word.push(character.to_ascii_lowercase());
    }
    word
}
