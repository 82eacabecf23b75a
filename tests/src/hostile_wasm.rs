//! Components that no compiler makes: some that are hard to compile, and a real one that loops before it can be called.

use anyhow::{Context, Result};
use wasmparser::{Parser, Payload, TypeRef};

const COMPONENT_HEADER: [u8; 8] = [0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0];
const MODULE_HEADER: [u8; 8] = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/// Sections of a module, by id.
const TYPE: u8 = 1;
const FUNCTION: u8 = 3;
const EXPORT: u8 = 7;
const START: u8 = 8;
const CODE: u8 = 10;
/// A section of a component that is a module.
const CORE_MODULE: u8 = 1;

/// A component with the contract's stamp and `functions` functions of `instructions` additions each, every one of which
/// needs the one before: a file that is small for what it asks of a compiler.
pub fn hard_to_compile(functions: usize, instructions: usize) -> Vec<u8> {
    let mut body = vec![1, 64, 0x7e];
    for instruction in 0..instructions {
        let (from, to) = ((instruction % 64) as u8, (instruction * 7 % 64) as u8);
        // local.get, local.get, i64.mul or i64.add, local.set; and every 16th closes a block that it may leave.
        body.extend([0x20, from, 0x20, to, if instruction % 3 == 0 { 0x7e } else { 0x7c }, 0x21, to]);
        if instruction % 16 == 0 {
            body.extend([0x02, 0x40, 0x20, from, 0xa7, 0x0d, 0x00, 0x20, to, 0x21, from, 0x0b]);
        }
    }
    body.push(0x0b);
    let mut module = MODULE_HEADER.to_vec();
    module.extend(section(TYPE, &[1, 0x60, 0, 0]));
    module.extend(section(FUNCTION, &[number(functions), vec![0; functions]].concat()));
    let bodies: Vec<u8> = [number(body.len()), body].concat();
    module.extend(section(CODE, &[number(functions), bodies.repeat(functions)].concat()));
    let stamp = [&[15][..], b"quarry-contract", b"0.3.0"].concat();
    [&COMPONENT_HEADER[..], &section(0, &stamp), &section(CORE_MODULE, &module)].concat()
}

/// `component` with a start function in its largest module that never ends.
pub fn with_endless_start(component: &[u8]) -> Result<Vec<u8>> {
    let sections = sections(component)?;
    let largest = sections
        .iter()
        .filter(|(id, _)| *id == CORE_MODULE)
        .map(|(_, content)| content.len())
        .max()
        .context("the component has a module")?;
    let mut changed = COMPONENT_HEADER.to_vec();
    for (id, content) in sections {
        let is_it = id == CORE_MODULE && content.len() == largest;
        changed.extend(if is_it { section(id, &module_with_endless_start(content)?) } else { section(id, content) });
    }
    Ok(changed)
}

fn module_with_endless_start(module: &[u8]) -> Result<Vec<u8>> {
    let mut functions = 0;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    functions += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(defined) => functions += defined.count() as usize,
            _ => {}
        }
    }
    let mut changed = MODULE_HEADER.to_vec();
    let mut types = 0;
    for (id, content) in sections(module)? {
        match id {
            TYPE => {
                let (count, rest) = read_number(content)?;
                types = count;
                changed.extend(section(id, &[&number(count + 1), rest, &[0x60, 0, 0]].concat()));
            }
            FUNCTION => {
                let (count, rest) = read_number(content)?;
                changed.extend(section(id, &[&number(count + 1), rest, &number(types)].concat()));
            }
            EXPORT => {
                changed.extend(section(id, content));
                changed.extend(section(START, &number(functions)));
            }
            CODE => {
                let (count, rest) = read_number(content)?;
                // No locals; loop: br 0.
                let body = [7, 0, 0x03, 0x40, 0x0c, 0, 0x0b, 0x0b];
                changed.extend(section(id, &[&number(count + 1), rest, &body].concat()));
            }
            _ => changed.extend(section(id, content)),
        }
    }
    Ok(changed)
}

/// The sections of a module or a component: their ids and what is in them.
fn sections(binary: &[u8]) -> Result<Vec<(u8, &[u8])>> {
    let mut rest = binary.get(COMPONENT_HEADER.len()..).context("a header")?;
    let mut sections = Vec::new();
    while let Some((id, sized)) = rest.split_first() {
        let (size, content) = read_number(sized)?;
        let (content, behind) = content.split_at_checked(size).context("a whole section")?;
        sections.push((*id, content));
        rest = behind;
    }
    Ok(sections)
}

fn section(id: u8, content: &[u8]) -> Vec<u8> {
    [&[id][..], &number(content.len()), content].concat()
}

/// LEB128, unsigned.
fn number(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

fn read_number(bytes: &[u8]) -> Result<(usize, &[u8])> {
    let mut value = 0;
    for (position, byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7f) << (7 * position);
        if byte & 0x80 == 0 {
            return Ok((value, &bytes[position + 1..]));
        }
    }
    anyhow::bail!("a number does not end")
}
