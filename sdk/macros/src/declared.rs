//! The bracketed parts of `#[endpoint]`: refusals, headers of answers, tools for assistants.

use crate::arguments::value;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitInt, LitStr, Result, Token, bracketed, parenthesized};

/// `refuses(422, "last_owner", "The only owner stays: make somebody else an owner first.")`.
pub(crate) fn refusal(input: ParseStream) -> Result<TokenStream> {
    let content;
    parenthesized!(content in input);
    let status: LitInt = content.parse()?;
    content.parse::<Token![,]>()?;
    let code: LitStr = content.parse()?;
    content.parse::<Token![,]>()?;
    let description: LitStr = content.parse()?;
    content.parse::<Option<Token![,]>>()?;
    if ![403, 404, 409, 422].contains(&status.base10_parse::<u16>()?) {
        return Err(Error::new_spanned(status, "a refusal has the status 403, 404, 409 or 422"));
    }
    Ok(quote!((#status, #code, #description)))
}

/// `answer_header("x-checksum-sha256", "The file's SHA-256.")`.
pub(crate) fn answer_header(input: ParseStream) -> Result<TokenStream> {
    let content;
    parenthesized!(content in input);
    let name: LitStr = content.parse()?;
    content.parse::<Token![,]>()?;
    let description: LitStr = content.parse()?;
    content.parse::<Option<Token![,]>>()?;
    Ok(quote!((#name, #description)))
}

/// `"argument"`, or `"argument" = "target"`.
struct Pair(LitStr, LitStr);

impl Parse for Pair {
    fn parse(input: ParseStream) -> Result<Self> {
        let name: LitStr = input.parse()?;
        match input.peek(Token![=]) {
            true => Ok(Pair(name, value(input)?)),
            false => Ok(Pair(name.clone(), name)),
        }
    }
}

/// `tool(name = "search_markets", description = "…", arguments = ["query" = "q", "limit"], fixed = ["kind" = "\"x\""])`.
pub(crate) fn tool(input: ParseStream) -> Result<TokenStream> {
    let content;
    parenthesized!(content in input);
    let (mut name, mut description) = (None::<LitStr>, None::<LitStr>);
    let (mut arguments, mut fixed) = (Vec::new(), Vec::new());
    while !content.is_empty() {
        let word: Ident = content.parse()?;
        match word.to_string().as_str() {
            "name" => name = Some(value(&content)?),
            "description" => description = Some(value(&content)?),
            "arguments" => arguments = pairs(&content)?,
            "fixed" => fixed = pairs(&content)?,
            _ => return Err(Error::new_spanned(word, "one of name, description, arguments, fixed is expected")),
        }
        content.parse::<Option<Token![,]>>()?;
    }
    let (Some(name), Some(description)) = (name, description) else {
        return Err(content.error("a tool has a name and a description"));
    };
    Ok(quote! {
        ::quarry_sdk::ToolDeclaration {
            name: #name,
            description: #description,
            arguments: &[#(#arguments),*],
            fixed: &[#(#fixed),*],
        }
    })
}

fn pairs(input: ParseStream) -> Result<Vec<TokenStream>> {
    input.parse::<Token![=]>()?;
    let content;
    bracketed!(content in input);
    let pairs = Punctuated::<Pair, Token![,]>::parse_terminated(&content)?;
    Ok(pairs.into_iter().map(|Pair(name, target)| quote!((#name, #target))).collect())
}
