//! What an endpoint's function takes.

use syn::{FnArg, GenericArgument, ItemFn, PathArguments, Type};

/// The arguments of an endpoint's function: `&Request`, `Guarded<…>`, parameters and a body, in this order, each where it is
/// needed.
pub(crate) struct Inputs {
    pub(crate) takes_request: bool,
    pub(crate) guarded: Option<Type>,
    pub(crate) parameters: Option<Type>,
    pub(crate) body: Option<Type>,
}

impl Inputs {
    /// None where there are others.
    pub(crate) fn of(function: &ItemFn) -> Option<Inputs> {
        let types = function.sig.inputs.iter().map(|argument| match argument {
            FnArg::Typed(argument) => Some((*argument.ty).clone()),
            FnArg::Receiver(_) => None,
        });
        let mut types = types.collect::<Option<Vec<Type>>>()?.into_iter().peekable();
        let takes_request = types.next_if(|kind| matches!(kind, Type::Reference(_))).is_some();
        let guarded = types.next_if(|kind| is_one_of(kind, &["Guarded"]));
        let parameters = types.next_if(|kind| !is_body(kind));
        let body = types.next();
        types.next().is_none().then_some(Inputs { takes_request, guarded, parameters, body })
    }
}

fn is_body(kind: &Type) -> bool {
    let inner = match kind {
        Type::Path(path) if is_one_of(kind, &["Option"]) => match path.path.segments.last().map(|last| &last.arguments)
        {
            Some(PathArguments::AngleBracketed(arguments)) => match arguments.args.first() {
                Some(GenericArgument::Type(inner)) => inner,
                _ => kind,
            },
            _ => kind,
        },
        _ => kind,
    };
    is_one_of(inner, &["JsonBody", "FormBody", "RawBody"])
}

fn is_one_of(kind: &Type, names: &[&str]) -> bool {
    match kind {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name)),
        _ => false,
    }
}
