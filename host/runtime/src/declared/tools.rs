//! Tools for assistants, declared beside a route: every argument must lead somewhere, and all that the route needs must
//! have an argument.

use crate::bindings::quarry::plugin::manifest as wit;
use quarry_contract::{Tool, ToolArgument, ToolSource};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Those of a route.
pub(super) fn tools_from_guest(route: &wit::Route) -> Result<Vec<Tool>, String> {
    route.tools.iter().map(|tool| tool_from_guest(route, tool)).collect()
}

fn tool_from_guest(route: &wit::Route, tool: &wit::Tool) -> Result<Tool, String> {
    let name = &tool.name;
    let wrong = |what: String| format!("the tool `{name}` of {}: {what}", route.operation_id);
    let is_name = name.len() <= 64
        && name.split('_').all(|word| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
    if !is_name {
        return Err(wrong("its name is not lowercase words joined by `_`".to_owned()));
    }
    if !matches!(route.access, wit::Access::Key(_)) || !matches!(route.response_form, wit::ResponseForm::Json) {
        return Err(wrong("a tool is for a keyed route that answers with JSON".to_owned()));
    }
    let targets = Targets::of(route).map_err(wrong)?;
    let fixed = tool
        .fixed
        .iter()
        .map(|(member, json)| {
            let value = serde_json::from_str::<Json>(json)
                .map_err(|error| wrong(format!("the fixed member {member} is not JSON: {error}")))?;
            Ok((member.clone(), value))
        })
        .collect::<Result<Vec<_>, String>>()?;
    let arguments = match tool.arguments.is_empty() {
        true => targets.all_but(&fixed),
        false => tool.arguments.iter().map(argument_from_guest).collect(),
    };
    targets.check(&arguments, &fixed).map_err(wrong)?;
    Ok(Tool { name: name.clone(), description: tool.description.clone(), arguments, fixed })
}

fn argument_from_guest(argument: &wit::ToolArgument) -> ToolArgument {
    ToolArgument {
        name: argument.name.clone(),
        source: match &argument.source {
            wit::ToolSource::Parameter(name) => ToolSource::Parameter(name.clone()),
            wit::ToolSource::BodyMember(name) => ToolSource::BodyMember(name.clone()),
        },
    }
}

/// The places where arguments of a route can go.
struct Targets {
    parameters: Vec<String>,
    members: Vec<String>,
    required: Vec<ToolSource>,
}

impl Targets {
    fn of(route: &wit::Route) -> Result<Targets, String> {
        let mut parameters: Vec<String> = route.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let mut required: Vec<ToolSource> = (route.parameters.iter().filter(|parameter| parameter.required))
            .map(|parameter| ToolSource::Parameter(parameter.name.clone()))
            .collect();
        if route.default_limit.is_some() {
            parameters.extend(["limit".to_owned(), "cursor".to_owned()]);
        }
        let mut members = Vec::new();
        match route.request_body.as_ref().map(|body| &body.form) {
            None => {}
            Some(wit::RequestBodyForm::Json(json)) => {
                // `policy` has read it.
                let schema: Json = serde_json::from_str(&json.schema).unwrap_or_default();
                members.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
                let names = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
                required.extend(names.map(|name| ToolSource::BodyMember(name.to_owned())));
            }
            Some(_) => return Err("a tool's route takes JSON or no body".to_owned()),
        }
        Ok(Targets { parameters, members, required })
    }

    /// Everything that is not fixed, under its own name.
    fn all_but(&self, fixed: &[(String, Json)]) -> Vec<ToolArgument> {
        let parameters = self.parameters.iter().cloned().map(|name| (name.clone(), ToolSource::Parameter(name)));
        let members = self.members.iter().filter(|name| fixed.iter().all(|(member, _)| member != *name));
        let members = members.cloned().map(|name| (name.clone(), ToolSource::BodyMember(name)));
        parameters.chain(members).map(|(name, source)| ToolArgument { name, source }).collect()
    }

    fn check(&self, arguments: &[ToolArgument], fixed: &[(String, Json)]) -> Result<(), String> {
        let mut names = BTreeSet::new();
        for argument in arguments {
            if !names.insert(argument.name.as_str()) {
                return Err(format!("two arguments are called {}", argument.name));
            }
            let (known, what) = match &argument.source {
                ToolSource::Parameter(name) => (self.parameters.contains(name), format!("parameter {name}")),
                ToolSource::BodyMember(name) => (self.members.contains(name), format!("body member {name}")),
            };
            if !known {
                return Err(format!(
                    "the argument {} goes to the {what}, which the route does not have",
                    argument.name
                ));
            }
        }
        if let Some((member, _)) = fixed.iter().find(|(member, _)| !self.members.contains(member)) {
            return Err(format!("the fixed member {member} is not in the route's body"));
        }
        let has = |source: &ToolSource| {
            let is_fixed =
                matches!(source, ToolSource::BodyMember(name) if fixed.iter().any(|(member, _)| member == name));
            is_fixed || arguments.iter().any(|argument| argument.source == *source)
        };
        match self.required.iter().find(|source| !has(source)) {
            Some(ToolSource::Parameter(name) | ToolSource::BodyMember(name)) => {
                Err(format!("the route needs {name}, and no argument goes there"))
            }
            None => Ok(()),
        }
    }
}
