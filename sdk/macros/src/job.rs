//! `#[job]`: a function as a job.

use crate::arguments::value;
use crate::attributes::documentation;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, FnArg, Ident, ItemFn, LitStr, Result, Token, Type, Visibility};

const LONGEST_SECONDS: u32 = 3_600;
const SHORTEST_PERIOD_SECONDS: u32 = 10;

#[derive(Default)]
struct Arguments {
    every: Option<u32>,
    timeout: Option<u32>,
    attempts: Option<Expr>,
    follows: Option<Ident>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut arguments = Arguments::default();
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            match word.to_string().as_str() {
                "every" => arguments.every = Some(seconds(&value(input)?, SHORTEST_PERIOD_SECONDS, u32::MAX)?),
                "timeout" => arguments.timeout = Some(seconds(&value(input)?, 1, LONGEST_SECONDS)?),
                "attempts" => arguments.attempts = Some(value(input)?),
                "follows" => {
                    let source: Ident = value(input)?;
                    if source != "warehouse" {
                        return Err(Error::new_spanned(source, "a job follows the warehouse: `follows = warehouse`"));
                    }
                    arguments.follows = Some(source);
                }
                _ => return Err(Error::new_spanned(word, "one of every, timeout, attempts, follows is expected")),
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(arguments)
    }
}

/// The seconds of `"90 s"`, `"10 min"`, `"1 h"` or `"1 d"`.
fn seconds(text: &LitStr, least: u32, most: u32) -> Result<u32> {
    let written = text.value();
    let units = [(" s", 1), (" min", 60), (" h", 3_600), (" d", 86_400)];
    let found = units.into_iter().find_map(|(unit, seconds)| {
        written.strip_suffix(unit).and_then(|number| number.parse::<u32>().ok()?.checked_mul(seconds))
    });
    let found = found
        .ok_or_else(|| Error::new_spanned(text, "a time is written as \"90 s\", \"10 min\", \"1 h\" or \"1 d\""))?;
    match (least..=most).contains(&found) {
        true => Ok(found),
        false if found < least => Err(Error::new_spanned(text, format!("it is {least} s at the least"))),
        false => Err(Error::new_spanned(text, format!("it is {most} s at the most"))),
    }
}

/// What the function takes: `&JobRun`, `&Followed` and its arguments, in this order and each where it is needed.
struct Inputs {
    takes_run: bool,
    takes_followed: bool,
    arguments: Option<Type>,
}

impl Inputs {
    fn of(function: &ItemFn) -> Option<Inputs> {
        let types = function.sig.inputs.iter().map(|argument| match argument {
            FnArg::Typed(argument) => Some((*argument.ty).clone()),
            FnArg::Receiver(_) => None,
        });
        let mut types = types.collect::<Option<Vec<Type>>>()?.into_iter().peekable();
        let takes_run = types.next_if(|kind| is_reference_to(kind, "JobRun")).is_some();
        let takes_followed = types.next_if(|kind| is_reference_to(kind, "Followed")).is_some();
        let arguments = types.next_if(|kind| matches!(kind, Type::Path(_)));
        types.next().is_none().then_some(Inputs { takes_run, takes_followed, arguments })
    }
}

fn is_reference_to(kind: &Type, name: &str) -> bool {
    match kind {
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == name),
            _ => false,
        },
        _ => false,
    }
}

pub(crate) fn expand(arguments: TokenStream, function: TokenStream) -> Result<TokenStream> {
    let Arguments { every, timeout, attempts, follows } = syn::parse2(arguments)?;
    let function: ItemFn = syn::parse2(function)?;
    let name = &function.sig.ident;
    let Some(Inputs { takes_run, takes_followed, arguments }) = Inputs::of(&function) else {
        return Err(Error::new_spanned(
            &function.sig.inputs,
            "a job takes, in this order and each where it is needed: `run: &JobRun`, `followed: &Followed`, and its arguments",
        ));
    };
    match (&follows, takes_followed) {
        (Some(source), false) => {
            return Err(Error::new_spanned(
                source,
                "the function does not take what it follows: `followed: &Followed`",
            ));
        }
        (None, true) => {
            return Err(Error::new_spanned(name, "the job does not say what it follows: `follows = warehouse`"));
        }
        _ => {}
    }
    let text = documentation(&function.attrs);
    let summary = text.split("\n\n").next().unwrap_or_default().split('\n').collect::<Vec<_>>().join(" ");
    if summary.is_empty() {
        return Err(Error::new_spanned(name, "the job does not say what it is for: write a doc comment"));
    }
    // One that follows something and has no period of its own looks as often as a job may.
    let every = every.or(follows.as_ref().map(|_| SHORTEST_PERIOD_SECONDS));
    let every = every.map_or_else(|| quote!(None), |seconds| quote!(Some(#seconds)));
    let timeout = timeout.map(|seconds| quote!(const TIMEOUT_SECONDS: u32 = #seconds;));
    let attempts = attempts.map(|attempts| quote!(const MAX_ATTEMPTS: u32 = #attempts;));
    let follows = match follows {
        Some(_) => quote!(Some(::quarry_sdk::component::FollowedSource::Warehouse)),
        None => quote!(None),
    };
    let run = takes_run.then(|| quote!(run,));
    let followed = takes_followed.then(|| quote!(&::quarry_sdk::Followed::new(),));
    let given = arguments.as_ref().map(|_| quote!(arguments));
    let [taken_run, taken_arguments] = [run.is_some(), given.is_some()];
    let run_name = if taken_run { quote!(run) } else { quote!(_) };
    let arguments_name = if taken_arguments { quote!(arguments) } else { quote!(_) };
    let arguments = arguments.map_or_else(|| quote!(::quarry_sdk::NoArguments), |kind| quote!(#kind));
    let (visibility, text_name) = (&function.vis, name.to_string());
    let inner = ItemFn { vis: Visibility::Inherited, ..function.clone() };
    Ok(quote! {
        #[doc = #text]
        #[allow(non_camel_case_types)]
        #visibility struct #name;

        impl ::quarry_sdk::Job for #name {
            const NAME: &'static str = #text_name;
            const SUMMARY: &'static str = #summary;
            const EVERY_SECONDS: Option<u32> = #every;
            const FOLLOWS: Option<::quarry_sdk::component::FollowedSource> = #follows;
            #timeout
            #attempts
            type Arguments = #arguments;

            fn run(
                #run_name: &::quarry_sdk::JobRun,
                #arguments_name: Self::Arguments,
            ) -> Result<(), ::quarry_sdk::JobFailure> {
                #inner
                #name(#run #followed #given)
            }
        }
    })
}
