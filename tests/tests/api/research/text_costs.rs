//! What families make of hostile texts, counted: twice the text is at most about twice the work, and the largest fits into one request.
//!
//! The functions of the families run as they do in components, in an engine that counts their instructions (fuel) and bounds their
//! memory as the host does; no clock is asked.

use std::path::Path;
use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, Linker, ResourceType, TypedFunc};
use wasmtime::{Config, Engine, Store, StoreLimits, StoreLimitsBuilder};
use wasmtime_wasi::{ResourceTable, WasiCtx, WasiCtxView, WasiView};

/// Memory of an instance, as `limits.memory_bytes` has it.
const MEMORY_BYTES: usize = 64 << 20;
/// Instructions of a request's two seconds: a guest does some 1.5 billion a second on a slow machine.
const MOST_FUEL: u64 = 2_000_000_000;
/// What twice the text may cost, in hundredths.
const TWICE: u64 = 230;
/// Instructions that are no part of a text's cost: tables that are made once, the first growth of memory.
const ONCE: u64 = 2_000_000;
/// The same of a difference: it looks for up to a thousand edits, whose square it may take, however long the texts are.
const ONCE_OF_DIFFERENCE: u64 = 100_000_000;
/// The same of a text with ampersands: the sanitizer of HTML takes the square of their number, which the price bounds.
const ONCE_OF_AMPERSANDS: u64 = 150_000_000;

const WORKS: [&str; 18] = [
    "price",
    "html",
    "plain",
    "code",
    "words",
    "export",
    "export_list",
    "export_callout",
    "export_todo",
    "export_heading",
    "export_quote",
    "export_code",
    "export_table",
    "import",
    "terms",
    "snippet",
    "question",
    "difference",
];

/// Pieces that are repeated, each a way to be dear.
const SHAPES: [&str; 73] = [
    "[",
    "]",
    "![",
    "[[",
    "![[",
    "[a",
    "[a]",
    "[a][",
    "[](",
    "[](#)",
    "[a](b",
    "![](a)",
    "[^a]",
    "[^a]: b\n\n",
    "[a]: b\n",
    "[a]: /u\n\n[a]\n\n",
    "`",
    "` ",
    "`a``b```c",
    "~",
    "~~a",
    "*",
    "**",
    "*a ",
    "*a*",
    "**a **",
    "_a_",
    "*a_ ",
    "a**b",
    "***a",
    "*[a]*",
    "<",
    "<a",
    "<a ",
    "<a b='",
    "<a b=\"",
    "<!--",
    "<!a",
    "<?",
    "<![CDATA[",
    "</",
    "<a>",
    "<b>x</b>",
    "<svg>",
    "<table><tr><td>",
    "<table>\n\n- </table>\n\n",
    "<div>\n",
    "<a href=x>",
    "<ab:>",
    "http://a ",
    "www.a.b ",
    "a@b.c ",
    "://",
    "w",
    ":",
    "&",
    "&amp;",
    "&#35;",
    "\\",
    "\\*",
    ">",
    "> a\n\n",
    "- ",
    "- a\n",
    "1. ",
    "#\n",
    "a\n-\n",
    "|",
    "a|b\n-|-\n",
    "|-|-\n",
    "|a|\n",
    "{{derived:",
    "a\u{301}",
];

/// Texts that no repetition makes, by their length.
const GROWN: [fn(usize) -> String; 14] = [
    |size| format!("{}\n{}\n{}", "a|".repeat(size / 8), "-|".repeat(size / 8), "a\n".repeat(size / 4)),
    |size| (0..).map(|depth| format!("{}a\n", "> ".repeat(depth % 200))).scan_until(size),
    |size| (0..).map(|depth| format!("{}- a\n", " ".repeat(depth % 300))).scan_until(size),
    |size| (1..).map(|length| "`".repeat(length) + " ").scan_until(size),
    |size| format!("{}{}", "[".repeat(size / 2), "](a)".repeat(size / 8)),
    |size| format!("{}{}", "**a ".repeat(size / 8), "a**".repeat(size / 6)),
    |size| format!("{}{}", "[a](".repeat(size / 8), ")".repeat(size / 2)),
    |size| "a".repeat(size),
    |size| format!("a{}", "\u{301}".repeat(size / 2)),
    |size| "\u{fdfa}".repeat(size / 3),
    |size| format!("[a]: {}\n\n{}", "x".repeat(size / 2), "[a] ".repeat(size / 8)),
    |size| (0..).map(|number| format!("word{number} ")).scan_until(size),
    |size| format!("<table><tr>{}{}</table>", "<td>a".repeat(size / 10), "<tr><td>a".repeat(size / 18)),
    |size| format!("+---+\n{}+---+", "| a |\n".repeat(size / 6)),
];

trait ScanUntil {
    /// The texts, one behind the other, up to this length.
    fn scan_until(self, size: usize) -> String;
}

impl<Texts: Iterator<Item = String>> ScanUntil for Texts {
    fn scan_until(self, size: usize) -> String {
        let mut whole = String::new();
        for text in self {
            if whole.len() + text.len() > size {
                break;
            }
            whole.push_str(&text);
        }
        whole
    }
}

struct Counting {
    engine: Engine,
    component: Component,
    linker: Linker<State>,
}

/// The store of an instance: it may ask for seeds, and finds nothing else.
struct State {
    limits: StoreLimits,
    wasi: WasiCtx,
    table: ResourceTable,
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

impl Counting {
    fn new() -> Counting {
        let engine = Engine::new(Config::new().consume_fuel(true)).expect("an engine");
        let built =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component/quarry_test_texts.wasm");
        let component = Component::from_file(&engine, &built).expect("run `just test`");
        let mut linker = Linker::new(&engine);
        wasmtime_wasi::p2::add_to_linker_sync(&mut linker).expect("a linker");
        no_contract(&engine, &component, &mut linker).expect("what the contract has, and nothing here calls");
        Counting { engine, component, linker }
    }

    /// Instructions and the bytes of what was made, or what went wrong.
    fn fuel(&self, work: &str, text: &str) -> Result<(u64, u64), String> {
        let limits = StoreLimitsBuilder::new().memory_size(MEMORY_BYTES).build();
        let mut wasi = WasiCtx::builder();
        wasi.insecure_random_seed(30);
        let state = State { limits, wasi: wasi.build(), table: ResourceTable::new() };
        let mut store = Store::new(&self.engine, state);
        store.limiter(|state| &mut state.limits);
        let most = MOST_FUEL * 20;
        store.set_fuel(most).expect("fuel");
        let instance = self.linker.instantiate(&mut store, &self.component).expect("an instance");
        let function: TypedFunc<(&str, &str), (u64,)> =
            instance.get_typed_func(&mut store, "bytes-of").expect("bytes-of");
        let outcome = function.call(&mut store, (work, text));
        let left = store.get_fuel().expect("fuel");
        let (bytes,) = outcome.map_err(|error| error.root_cause().to_string())?;
        Ok((most - left, bytes))
    }
}

/// Gives the component what it imports of the contract: functions that trap. The engine's own way to do so would take seeds of another
/// patch version away too.
fn no_contract(engine: &Engine, component: &Component, linker: &mut Linker<State>) -> wasmtime::Result<()> {
    for (name, import) in component.component_type().imports(engine) {
        let (true, ComponentItem::ComponentInstance(interface)) = (name.starts_with("quarry:"), import.ty) else {
            continue;
        };
        let mut instance = linker.instance(name)?;
        for (name, export) in interface.exports(engine) {
            match export.ty {
                ComponentItem::ComponentFunc(_) => {
                    instance.func_new(name, |_, _, _, _| Err(wasmtime::Error::msg("the contract was called")))?;
                }
                ComponentItem::Resource(_) => instance.resource(name, ResourceType::host::<()>(), |_, _| Ok(()))?,
                _ => {}
            }
        }
    }
    Ok(())
}

fn texts(size: usize) -> impl Iterator<Item = (String, String)> {
    let repeated =
        SHAPES.iter().map(move |piece| (format!("{piece:?} again and again"), piece.repeat(size / piece.len())));
    let grown = GROWN.iter().enumerate().map(move |(place, grown)| (format!("text {place} that grows"), grown(size)));
    repeated.chain(grown)
}

/// What is wrong with each text of a size, beside the same at half of it.
fn dear(counting: &Counting, sizes: &[usize]) -> Vec<String> {
    let mut wrong = Vec::new();
    // The price refuses such a text before anything else is made of it.
    let is_refused = |text: &str| counting.fuel("price", text).is_ok_and(|(_, refusal)| refusal > 0);
    for work in WORKS {
        let mut before: Vec<u64> = Vec::new();
        for size in sizes {
            let mut now = Vec::new();
            for (place, (name, text)) in texts(*size).enumerate() {
                if work != "price" && is_refused(&text) {
                    now.push(u64::MAX / 1_000);
                    continue;
                }
                let once = match (work, text.contains('&')) {
                    ("difference", _) => ONCE_OF_DIFFERENCE,
                    (_, true) => ONCE_OF_AMPERSANDS,
                    _ => ONCE,
                };
                let (fuel, made) = match counting.fuel(work, &text) {
                    Ok(outcome) => outcome,
                    Err(said) => {
                        wrong.push(format!("{work} of {name}, {size} bytes: {said}"));
                        (u64::MAX / 1_000, 0)
                    }
                };
                // Whoever is refused is told the line: the text is read once more to find it.
                let times = if work == "price" && made > 0 { 2 * TWICE } else { TWICE };
                if let Some(half) = before.get(place)
                    && fuel.saturating_sub(once) > half * times / 100
                {
                    wrong.push(format!("{work} of {name}, {size} bytes: {fuel}, and {half} for half of it"));
                }
                if fuel > MOST_FUEL && fuel < u64::MAX / 1_000 {
                    wrong.push(format!("{work} of {name}, {size} bytes: {fuel} instructions"));
                }
                now.push(fuel);
            }
            before = now;
        }
    }
    wrong
}

#[test]
fn twice_the_text_is_twice_the_work_however_hostile_it_is() {
    quarry_tests::on_one_engine!();
    let counting = Counting::new();
    let sizes: Vec<usize> = std::env::var("QUARRY_TEST_TEXT_SIZES")
        .map_or(vec![1 << 13, 1 << 14], |sizes| sizes.split(',').map(|size| size.parse().expect("a number")).collect());
    let wrong = dear(&counting, &sizes);
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
