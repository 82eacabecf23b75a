//! The parts of a component, as far as a shim concerns it.

use super::{Error, UNFIT};
use wasmparser::{
    CanonicalFunction, ComponentAlias, ComponentExternalKind, ComponentOuterAliasKind, ComponentTypeRef, Encoding,
    ExternalKind, Instance, Parser, Payload,
};

/// The core modules, instances, functions and tables of a component, each by its index.
#[derive(Default)]
pub(super) struct Parts<'a> {
    pub(super) modules: Vec<&'a [u8]>,
    pub(super) instances: Vec<Instance<'a>>,
    /// The instance that a function is an export of; `None` for one that the component makes itself.
    pub(super) functions: Vec<Option<Exported<'a>>>,
    pub(super) tables: Vec<Exported<'a>>,
}

/// An export of a core instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exported<'a> {
    pub(super) instance: u32,
    pub(super) name: &'a str,
}

impl<'a> Parts<'a> {
    /// Reads the component itself, and nothing of the modules and components in it.
    pub(super) fn read(component: &'a [u8]) -> Result<Parts<'a>, Error> {
        let mut parts = Parts::default();
        let mut depth = 0_usize;
        for payload in Parser::new(0).parse_all(component) {
            let payload = payload?;
            match payload {
                Payload::ModuleSection { ref unchecked_range, .. } => {
                    if depth == 0 {
                        let module = component.get(unchecked_range.clone()).ok_or(UNFIT)?;
                        parts.modules.push(module);
                    }
                    depth += 1;
                }
                Payload::ComponentSection { .. } => depth += 1,
                Payload::End(_) => depth = depth.saturating_sub(1),
                _ if depth == 0 => parts.note(payload)?,
                _ => {}
            }
        }
        Ok(parts)
    }

    fn note(&mut self, payload: Payload<'a>) -> Result<(), Error> {
        match payload {
            Payload::Version { encoding: Encoding::Module, .. } => return Err(UNFIT),
            Payload::InstanceSection(section) => {
                for instance in section {
                    self.instances.push(instance?);
                }
            }
            Payload::ComponentAliasSection(section) => {
                for alias in section {
                    self.note_alias(alias?)?;
                }
            }
            Payload::ComponentCanonicalSection(section) => {
                for function in section {
                    if !matches!(function?, CanonicalFunction::Lift { .. }) {
                        self.functions.push(None);
                    }
                }
            }
            Payload::ComponentImportSection(section) => {
                for import in section {
                    if matches!(import?.ty, ComponentTypeRef::Module(_)) {
                        return Err(UNFIT);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn note_alias(&mut self, alias: ComponentAlias<'a>) -> Result<(), Error> {
        match alias {
            ComponentAlias::CoreInstanceExport { kind, instance_index, name } => {
                let exported = Exported { instance: instance_index, name };
                match kind {
                    ExternalKind::Func => self.functions.push(Some(exported)),
                    ExternalKind::Table => self.tables.push(exported),
                    _ => {}
                }
            }
            // A module from elsewhere would have a number among the component's own.
            ComponentAlias::Outer { kind: ComponentOuterAliasKind::CoreModule, .. }
            | ComponentAlias::InstanceExport { kind: ComponentExternalKind::Module, .. } => {
                return Err(UNFIT);
            }
            ComponentAlias::Outer { .. } | ComponentAlias::InstanceExport { .. } => {}
        }
        Ok(())
    }
}
