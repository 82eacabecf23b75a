//! The two small modules: the shim, which has the slots, and the fixup, which fills them.

use super::{Error, UNFIT, Unfit};
use std::collections::HashMap;
use wasm_encoder::reencode::{Reencode, utils};
use wasm_encoder::{CodeSection, ConstExpr, ElementSection, Module, TableSection, TableType};
use wasmparser::{
    CodeSectionReader, Element, ElementKind, ExternalKind, FunctionBody, Operator, Parser, Payload, RefType,
    TableSectionReader,
};

/// A module whose functions hand their parameters on to the function in a slot of its table, and do nothing else.
pub(super) struct Shim<'a> {
    /// The slot of each function, by the name of its export.
    pub(super) slots: HashMap<&'a str, u32>,
    /// The name under which it exports its table.
    pub(super) table: &'a str,
    pub(super) table_size: u32,
}

impl<'a> Shim<'a> {
    pub(super) fn read(module: &'a [u8]) -> Result<Shim<'a>, Error> {
        let (mut types, mut functions, mut slots, mut exports) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut table_size = None;
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::Version { .. } | Payload::CustomSection(_) | Payload::End(_) => {}
                Payload::CodeSectionStart { .. } => {}
                Payload::TypeSection(section) => {
                    for function in section.into_iter_err_on_gc_types() {
                        types.push(function?.params().len());
                    }
                }
                Payload::FunctionSection(section) => {
                    functions = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::TableSection(section) => table_size = Some(only_table_size(section)?),
                Payload::ExportSection(section) => exports = section.into_iter().collect::<Result<_, _>>()?,
                Payload::CodeSectionEntry(body) => {
                    let own_type = functions.get(slots.len()).copied().ok_or(UNFIT)?;
                    let parameters = types.get(own_type as usize).copied().ok_or(UNFIT)?;
                    slots.push(slot_called(&body, own_type, parameters)?);
                }
                _ => return Err(UNFIT),
            }
        }
        let table_size = table_size.ok_or(UNFIT)?;
        let mut shim = Shim { slots: HashMap::new(), table: "", table_size };
        for export in exports {
            match (export.kind, slots.get(export.index as usize)) {
                (ExternalKind::Func, Some(slot)) if *slot < table_size => {
                    shim.slots.insert(export.name, *slot);
                }
                (ExternalKind::Table, _) => shim.table = export.name,
                _ => return Err(UNFIT),
            }
        }
        Ok(shim)
    }
}

/// The size of the one table, which never grows.
fn only_table_size(section: TableSectionReader<'_>) -> Result<u32, Error> {
    let mut tables = section.into_iter();
    let (Some(table), None) = (tables.next(), tables.next()) else {
        return Err(UNFIT);
    };
    let table = table?.ty;
    if table.element_type != RefType::FUNCREF || table.table64 || table.maximum != Some(table.initial) {
        return Err(UNFIT);
    }
    u32::try_from(table.initial).map_err(|_| UNFIT)
}

/// The slot that a function calls with its parameters, where it does just that.
fn slot_called(body: &FunctionBody<'_>, own_type: u32, parameters: usize) -> Result<u32, Error> {
    if body.get_locals_reader()?.get_count() != 0 {
        return Err(UNFIT);
    }
    let mut operators = body.get_operators_reader()?;
    for parameter in 0..parameters {
        match operators.read()? {
            Operator::LocalGet { local_index } if local_index as usize == parameter => {}
            _ => return Err(UNFIT),
        }
    }
    let (slot, call, end) = (operators.read()?, operators.read()?, operators.read()?);
    match (slot, call, end) {
        (Operator::I32Const { value }, Operator::CallIndirect { type_index, table_index: 0 }, Operator::End)
            if type_index == own_type && operators.eof() =>
        {
            u32::try_from(value).map_err(|_| UNFIT)
        }
        _ => Err(UNFIT),
    }
}

/// The fixup, which fills the slots where they are now: from `first_slot` on, in a table of the type `table`.
pub(super) fn encode_fixup(module: &[u8], first_slot: u32, table: TableType) -> Result<Module, Error> {
    let mut encoded = Module::new();
    Fixup { first_slot, table }.parse_core_module(&mut encoded, Parser::new(0), module)?;
    Ok(encoded)
}

struct Fixup {
    first_slot: u32,
    table: TableType,
}

impl Reencode for Fixup {
    type Error = Unfit;

    /// That of its only table, which it imports.
    fn table_type(&mut self, _: wasmparser::TableType) -> Result<TableType, Error> {
        Ok(self.table)
    }

    fn parse_table_section(&mut self, _: &mut TableSection, _: TableSectionReader<'_>) -> Result<(), Error> {
        Err(UNFIT)
    }

    /// It has none: code could count on where the slots were.
    fn parse_code_section(&mut self, _: &mut CodeSection, _: CodeSectionReader<'_>) -> Result<(), Error> {
        Err(UNFIT)
    }

    fn parse_element(&mut self, elements: &mut ElementSection, element: Element<'_>) -> Result<(), Error> {
        let ElementKind::Active { table_index: None | Some(0), ref offset_expr } = element.kind else {
            return Err(UNFIT);
        };
        let mut operators = offset_expr.get_operators_reader();
        let Operator::I32Const { value } = operators.read()? else {
            return Err(UNFIT);
        };
        let first_slot = i32::try_from(self.first_slot).ok().and_then(|first_slot| first_slot.checked_add(value));
        let offset = ConstExpr::i32_const(first_slot.ok_or(UNFIT)?);
        let functions = utils::element_items(self, element.items)?;
        elements.active(None, &offset, functions);
        Ok(())
    }
}
