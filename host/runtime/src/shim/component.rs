//! The component around the modules, without the shim's instance and functions.

use super::main_module::{self, TABLE};
use super::plan::Plan;
use super::{Error, UNFIT, Unfit, slots};
use wasm_encoder::reencode::{Reencode, ReencodeComponent, component_utils as utils};
use wasm_encoder::{
    Alias, CanonicalFunctionSection, Component, ComponentAliasSection, ComponentSectionId, ExportKind, InstanceSection,
    ModuleSection, RawSection,
};
use wasmparser::{
    CanonicalFunction, CanonicalOption, ComponentAlias, ComponentAliasSectionReader, ExternalKind, Instance, Parser,
};

/// Writes the component as the plan has it.
pub(super) fn encode(component: &[u8], plan: &Plan<'_>) -> Result<Vec<u8>, Error> {
    let mut encoded = Component::new();
    let mut encoder = WithoutShim { plan, modules: 0, instances: 0 };
    encoder.parse_component(&mut encoded, Parser::new(0), component)?;
    Ok(encoded.finish())
}

struct WithoutShim<'a> {
    plan: &'a Plan<'a>,
    /// So many were written.
    modules: u32,
    instances: u32,
}

impl Reencode for WithoutShim<'_> {
    type Error = Unfit;

    /// Gives the new number of one of the component's core functions. A function of the shim that is used for anything else no
    /// longer has a number.
    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        self.plan.functions.get(function as usize).copied().flatten().ok_or(UNFIT)
    }
}

impl ReencodeComponent for WithoutShim<'_> {
    fn parse_component_submodule(&mut self, component: &mut Component, _: Parser, module: &[u8]) -> Result<(), Error> {
        let (plan, number) = (self.plan, self.modules);
        self.modules += 1;
        if number == plan.main_module {
            let main = main_module::encode(module, &plan.slots, plan.first_slot, plan.table)?;
            component.section(&ModuleSection(&main));
        } else if number == plan.fixup_module {
            component.section(&ModuleSection(&slots::encode_fixup(module, plan.first_slot, plan.table)?));
        } else {
            // The shim's, too: a module without an instance costs nothing.
            component.section(&RawSection { id: ComponentSectionId::CoreModule.into(), data: module });
        }
        Ok(())
    }

    fn parse_component_subcomponent(
        &mut self,
        component: &mut Component,
        _: Parser,
        data: &[u8],
        _: &[u8],
    ) -> Result<(), Error> {
        component.section(&RawSection { id: ComponentSectionId::Component.into(), data });
        Ok(())
    }

    /// Names and notes are for readers of the file, and this is read by the compiler.
    fn parse_component_custom_section(
        &mut self,
        _: &mut Component,
        _: wasmparser::CustomSectionReader<'_>,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// Leaves out the function that frees an export's result once it was read: an instance is dropped with all of its memory.
    fn parse_component_canonical(
        &mut self,
        functions: &mut CanonicalFunctionSection,
        function: CanonicalFunction,
    ) -> Result<(), Error> {
        let function = match function {
            CanonicalFunction::Lift { core_func_index, type_index, options } => {
                let frees = |option: &CanonicalOption| matches!(option, CanonicalOption::PostReturn(_));
                let options = options.into_iter().filter(|option| !frees(option)).collect();
                CanonicalFunction::Lift { core_func_index, type_index, options }
            }
            other => other,
        };
        utils::parse_component_canonical(self, functions, function)
    }

    fn parse_component_alias_section(
        &mut self,
        aliases: &mut ComponentAliasSection,
        section: ComponentAliasSectionReader<'_>,
    ) -> Result<(), Error> {
        for alias in section {
            match alias? {
                ComponentAlias::CoreInstanceExport { kind, instance_index, .. }
                    if instance_index == self.plan.shim_instance =>
                {
                    match kind {
                        ExternalKind::Func => {}
                        ExternalKind::Table => {
                            let instance = self.plan.main_instance;
                            aliases.alias(Alias::CoreInstanceExport { instance, kind: ExportKind::Table, name: TABLE });
                        }
                        _ => return Err(UNFIT),
                    }
                }
                alias => {
                    aliases.alias(self.component_alias(alias)?);
                }
            }
        }
        Ok(())
    }

    /// The shim's instance keeps its number, as one that has nothing; so do those that had functions of it.
    fn parse_instance(&mut self, instances: &mut InstanceSection, instance: Instance<'_>) -> Result<(), Error> {
        let number = self.instances;
        self.instances += 1;
        match instance {
            _ if number == self.plan.shim_instance => {
                instances.export_items::<_, &str>([]);
                Ok(())
            }
            Instance::FromExports(exports) => {
                let is_kept = |export: &wasmparser::Export<'_>| {
                    export.kind != ExternalKind::Func || !self.plan.is_shims(export.index)
                };
                let kept = exports.into_iter().filter(is_kept).collect();
                utils::parse_instance(self, instances, Instance::FromExports(kept))
            }
            instance => utils::parse_instance(self, instances, instance),
        }
    }
}
