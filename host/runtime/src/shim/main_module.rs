//! The main module, with the shim's functions among its own.

use super::{Error, UNFIT, Unfit};
use crate::code_configuration::TABLE_ELEMENTS;
use std::collections::HashMap;
use wasm_encoder::reencode::{Reencode, utils};
use wasm_encoder::{
    CodeSection, ExportKind, ExportSection, Function, FunctionSection, ImportSection, Module, TableSection, TableType,
    TypeSection,
};
use wasmparser::{
    CodeSectionReader, ExportSectionReader, FunctionSectionReader, ImportSectionReader, Parser, Payload, RefType,
    TableSectionReader, TypeRef, TypeSectionReader,
};

/// Under this name the module exports its table. `wit-component` gives it to the shim's.
pub(super) const TABLE: &str = "$imports";

/// The slots that a module imports from the shim, by the names of module and import.
pub(super) type Slots<'a> = HashMap<(&'a str, &'a str), u32>;

/// The first table of a module, with `more` slots behind its own, and their number so far.
pub(super) fn longer_table(module: &[u8], more: u32) -> Result<(u32, TableType), Error> {
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::TableSection(section) = payload? {
            let table = section.into_iter().next().ok_or(UNFIT)??.ty;
            let first_slot = u32::try_from(table.initial).map_err(|_| UNFIT)?;
            let longer = |size: u64| size.checked_add(more.into()).ok_or(UNFIT);
            // Each of two tables may have so many elements, and the one of both may then be too long for an instance.
            let is_too_long = longer(table.initial)? > TABLE_ELEMENTS as u64;
            if table.element_type != RefType::FUNCREF || table.table64 || table.shared || is_too_long {
                return Err(UNFIT);
            }
            let table = TableType {
                element_type: wasm_encoder::RefType::FUNCREF,
                minimum: longer(table.initial)?,
                maximum: table.maximum.map(longer).transpose()?,
                table64: false,
                shared: false,
            };
            return Ok((first_slot, table));
        }
    }
    Err(UNFIT)
}

/// The module with functions of its own in the place of its imports from the shim.
pub(super) fn encode(module: &[u8], slots: &Slots<'_>, first_slot: u32, table: TableType) -> Result<Module, Error> {
    let mut encoded = Module::new();
    let mut main =
        Main { slots, first_slot, table, parameters: Vec::new(), taken_in: Vec::new(), renumbered: Vec::new() };
    main.parse_core_module(&mut encoded, Parser::new(0), module)?;
    Ok(encoded)
}

struct Main<'a> {
    slots: &'a Slots<'a>,
    first_slot: u32,
    table: TableType,
    /// The number of parameters of each function type.
    parameters: Vec<u32>,
    /// The functions that were imports, as the first ones of the module's own.
    taken_in: Vec<TakenIn>,
    /// The new numbers of all that were imports; as many as before come first, so the others keep theirs.
    renumbered: Vec<u32>,
}

struct TakenIn {
    type_index: u32,
    slot: u32,
}

impl Reencode for Main<'_> {
    type Error = Unfit;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        Ok(self.renumbered.get(function as usize).copied().unwrap_or(function))
    }

    fn parse_type_section(&mut self, types: &mut TypeSection, section: TypeSectionReader<'_>) -> Result<(), Error> {
        for function in section.clone().into_iter_err_on_gc_types() {
            self.parameters.push(u32::try_from(function?.params().len()).map_err(|_| UNFIT)?);
        }
        utils::parse_type_section(self, types, section)
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), Error> {
        let mut were_imports = Vec::new();
        let mut kept = 0;
        for import in section.into_imports() {
            let import = import?;
            match (import.ty, self.slots.get(&(import.module, import.name))) {
                // Its own table would not be the first one.
                (TypeRef::Table(_), _) => return Err(UNFIT),
                (TypeRef::Func(type_index), Some(slot)) => {
                    were_imports.push(None);
                    self.taken_in.push(TakenIn { type_index, slot: *slot });
                }
                (ty, _) => {
                    if matches!(ty, TypeRef::Func(_)) {
                        were_imports.push(Some(kept));
                        kept += 1;
                    }
                    utils::parse_import(self, imports, import)?;
                }
            }
        }
        let mut taken_in = kept..;
        self.renumbered = were_imports.into_iter().filter_map(|number| number.or_else(|| taken_in.next())).collect();
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        for function in &self.taken_in {
            functions.function(function.type_index);
        }
        utils::parse_function_section(self, functions, section)
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<(), Error> {
        for function in &self.taken_in {
            let parameters = *self.parameters.get(function.type_index as usize).ok_or(UNFIT)?;
            let slot = self.first_slot.checked_add(function.slot).and_then(|slot| i32::try_from(slot).ok());
            let mut body = Function::new([]);
            let mut instructions = body.instructions();
            for parameter in 0..parameters {
                instructions.local_get(parameter);
            }
            instructions.i32_const(slot.ok_or(UNFIT)?);
            instructions.call_indirect(0, function.type_index);
            instructions.end();
            code.function(&body);
        }
        utils::parse_code_section(self, code, section)
    }

    fn parse_table_section(&mut self, tables: &mut TableSection, section: TableSectionReader<'_>) -> Result<(), Error> {
        for (number, table) in section.into_iter().enumerate() {
            match number {
                0 => {
                    tables.table(self.table);
                }
                _ => utils::parse_table(self, tables, table?)?,
            }
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: ExportSectionReader<'_>,
    ) -> Result<(), Error> {
        utils::parse_export_section(self, exports, section)?;
        exports.export(TABLE, ExportKind::Table, 0);
        Ok(())
    }
}
