//! The plan that finds a component's shim, the module that calls through it and the one that fills its slots.

use super::main_module::{Slots, longer_table};
use super::parts::{Exported, Parts};
use super::slots::Shim;
use wasm_encoder::TableType;
use wasmparser::{ExternalKind, Instance};

/// The fate of a component's parts.
pub(super) struct Plan<'a> {
    pub(super) shim_instance: u32,
    pub(super) main_instance: u32,
    pub(super) main_module: u32,
    pub(super) fixup_module: u32,
    pub(super) slots: Slots<'a>,
    /// The first of the main module's slots that were the shim's.
    pub(super) first_slot: u32,
    /// The main module's table, with the shim's slots.
    pub(super) table: TableType,
    /// The new numbers of the component's core functions; `None` for those that were the shim's.
    pub(super) functions: Vec<Option<u32>>,
}

impl<'a> Plan<'a> {
    /// `None` where a part is not as `wit-component` writes it: one shim, one module that imports from it, one that fills it.
    pub(super) fn of(parts: &Parts<'a>) -> Option<Plan<'a>> {
        let (shim_instance, shim) = the_shim(parts)?;
        let slot_of = |function: u32| {
            let exported = (*parts.functions.get(function as usize)?)?;
            (exported.instance == shim_instance).then(|| shim.slots.get(exported.name).copied())?
        };
        let is_shims_table = |table: u32| {
            parts
                .tables
                .get(table as usize)
                .is_some_and(|exported| exported.instance == shim_instance && exported.name == shim.table)
        };
        let (main_instance, main_module) =
            the_one_given(parts, |kind, index| kind == ExternalKind::Func && slot_of(index).is_some())?;
        let (_, fixup_module) =
            the_one_given(parts, |kind, index| kind == ExternalKind::Table && is_shims_table(index))?;
        let mut slots = Slots::new();
        if let Some(Instance::Instantiate { args, .. }) = parts.instances.get(main_instance as usize) {
            for argument in args {
                let Some(Instance::FromExports(exports)) = parts.instances.get(argument.index as usize) else {
                    continue;
                };
                for export in exports.iter().filter(|export| export.kind == ExternalKind::Func) {
                    if let Some(slot) = slot_of(export.index) {
                        slots.insert((argument.name, export.name), slot);
                    }
                }
            }
        }
        let module = parts.modules.get(main_module as usize)?;
        let (first_slot, table) = longer_table(module, shim.table_size).ok()?;
        let mut kept = 0..;
        let new_number = |exported: &Option<Exported<'_>>| match exported {
            Some(exported) if exported.instance == shim_instance => None,
            _ => kept.next(),
        };
        let functions = parts.functions.iter().map(new_number).collect();
        let modules = [main_module, fixup_module];
        let is_once = |module: &u32| instances_of(parts, *module).count() == 1;
        (main_module != fixup_module && modules.iter().all(is_once)).then_some(Plan {
            shim_instance,
            main_instance,
            main_module,
            fixup_module,
            slots,
            first_slot,
            table,
            functions,
        })
    }

    /// Tells that a core function was one of the shim's.
    pub(super) fn is_shims(&self, function: u32) -> bool {
        self.functions.get(function as usize).is_some_and(Option::is_none)
    }
}

/// The only instance of the only module that is a shim.
fn the_shim<'a>(parts: &Parts<'a>) -> Option<(u32, Shim<'a>)> {
    let mut shims = (0..).zip(&parts.modules).filter_map(|(number, module)| Some((number, Shim::read(module).ok()?)));
    let (module, shim) = shims.next()?;
    let mut instances = instances_of(parts, module);
    let instance = instances.next()?;
    (shims.next().is_none() && instances.next().is_none()).then_some((instance, shim))
}

fn instances_of(parts: &Parts<'_>, module: u32) -> impl Iterator<Item = u32> {
    (0..).zip(&parts.instances).filter_map(move |(number, instance)| {
        matches!(instance, Instance::Instantiate { module_index, .. } if *module_index == module).then_some(number)
    })
}

/// The only instance that is given something for which `is_it` holds, with its module.
fn the_one_given(parts: &Parts<'_>, is_it: impl Fn(ExternalKind, u32) -> bool) -> Option<(u32, u32)> {
    let gives = |instance: u32| match parts.instances.get(instance as usize) {
        Some(Instance::FromExports(exports)) => exports.iter().any(|export| is_it(export.kind, export.index)),
        _ => false,
    };
    let mut given = (0..).zip(&parts.instances).filter_map(|(number, instance)| match instance {
        Instance::Instantiate { module_index, args } => {
            args.iter().any(|argument| gives(argument.index)).then_some((number, *module_index))
        }
        Instance::FromExports(_) => None,
    });
    let first = given.next()?;
    given.next().is_none().then_some(first)
}
