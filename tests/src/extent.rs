//! The two sizes of the suite. `just test` is what a change has to pass: it takes fewer texts, requests and tries, and leaves the longest
//! cases out. `just test-whole` runs all of them: before a release, and after a change of what many parts use.

/// The variable with which `just test-whole` asks for all of it.
pub const WHOLE: &str = "QUARRY_TEST_WHOLE";

/// True where all of it is wanted.
#[must_use]
pub fn is_whole() -> bool {
    std::env::var_os(WHOLE).is_some_and(|value| value == "true")
}

/// Gives how many a case takes: so many of the whole suite, or fewer.
#[must_use]
pub fn of<T>(short: T, whole: T) -> T {
    if is_whole() { whole } else { short }
}

/// Ends the case here but in the whole suite, and says so: it takes long, and others hold most of what it holds.
#[macro_export]
macro_rules! in_the_whole_suite {
    () => {
        if !$crate::extent::is_whole() {
            println!("of the whole suite: `just test-whole`");
            return;
        }
    };
}
