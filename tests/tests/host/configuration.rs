//! Configuration: what an operator wrote is in force, what was mistyped is named, what is secret is not shown.

use anyhow::Result;
use quarry::config::{Configuration, DEFAULTS, EnvironmentName, LogFormat};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// A configuration file that goes with its handle.
struct Written(PathBuf);

impl Written {
    fn new(text: &str) -> Result<Written> {
        let unique = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
        let file = std::env::temp_dir().join(format!("quarry-configuration-{}-{unique}.toml", std::process::id()));
        std::fs::write(&file, text)?;
        Ok(Written(file))
    }

    fn load(&self) -> Result<Configuration, String> {
        Configuration::load(Some(&self.0)).map_err(|error| error.to_string())
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_default_file_is_complete_and_documents_every_key() -> Result<()> {
    let defaults = Configuration::load(None)?;
    assert_eq!(defaults.server.base_path, "/api/v1");
    let mut previous = "";
    for line in DEFAULTS.lines() {
        let is_key =
            line.split_once(" = ").is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
        // A comment stands above each key, or above the group of keys that it belongs to.
        assert!(!is_key || !previous.is_empty(), "nothing stands above {line}");
        previous = line;
    }
    Ok(())
}

#[test]
fn a_file_changes_what_it_names_and_nothing_else() -> Result<()> {
    let written = Written::new(
        "[server]\nlisten = \"0.0.0.0:80\"\nenvironment = \"sandbox\"\n[telemetry]\nlog_format = \"json\"\n\
         [components.grants]\nmine = [\"warehouse\"]\n",
    )?;
    let configuration = written.load().map_err(anyhow::Error::msg)?;
    let defaults = Configuration::load(None)?;
    assert_eq!(configuration.server.listen.port(), 80);
    assert_eq!(configuration.server.environment, EnvironmentName::Sandbox);
    assert_eq!(configuration.telemetry.log_format, LogFormat::Json);
    assert_eq!(configuration.server.drain_seconds, defaults.server.drain_seconds);
    assert!(
        configuration.components.grants.contains_key("mine") && configuration.components.grants.contains_key("account")
    );
    Ok(())
}

#[test]
fn what_is_wrong_in_a_file_is_named() -> Result<()> {
    let cases = [
        ("[server]\nlissten = \"127.0.0.1:1\"\n", vec!["quarry-configuration", "server.lissten", "drain_seconds"]),
        ("[sever]\nlisten = \"127.0.0.1:1\"\n", vec!["quarry-configuration", "sever", "server"]),
        ("[server]\nlisten = \"nowhere\"\n", vec!["server.listen"]),
        ("[server]\nenvironment = \"staging\"\n", vec!["staging", "server.environment", "production"]),
        ("[server]\ndrain_seconds = \"soon\"\n", vec!["soon", "server.drain_seconds"]),
        ("[server]\ndrain_seconds = -1\n", vec!["-1", "server.drain_seconds"]),
        ("[server\n", vec!["quarry-configuration"]),
    ];
    for (text, words) in cases {
        let written = Written::new(text)?;
        let sentence = written.load().expect_err(text);
        for word in words {
            assert!(sentence.contains(word), "{word} is not in: {sentence}");
        }
    }
    let missing = Configuration::load(Some(&PathBuf::from("/nowhere/quarry.toml"))).expect_err("no such file");
    assert!(missing.to_string().contains("/nowhere/quarry.toml"), "{missing}");
    Ok(())
}

/// The configuration with these variables in the environment.
fn with_environment(variables: &[(&str, &str)]) -> Result<Configuration, String> {
    let variables = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Configuration::load_with(None, variables).map_err(|error| error.to_string())
}

#[test]
fn the_environment_goes_over_the_file() {
    let configuration = with_environment(&[
        ("QUARRY__SERVER__DRAIN_SECONDS", "7"),
        ("QUARRY__SERVER__ENVIRONMENT", "sandbox"),
        // Digits that a number would not keep.
        ("QUARRY__WAREHOUSE__PASSWORD", "007"),
        ("QUARRY__APP_STORE__URL", "postgres://quarry:secret@db.example/quarry"),
        ("QUARRY_DATA_DIR", "/an/option/and/no/section"),
        ("OTHER__SERVER__LISTEN", "not ours"),
    ]);
    let configuration = configuration.expect("all of it can be used");
    assert_eq!(configuration.server.drain_seconds, 7);
    assert_eq!(configuration.server.environment, EnvironmentName::Sandbox);
    assert_eq!(configuration.warehouse.password.expose(), "007");
    assert_eq!(configuration.app_store.url.expose(), "postgres://quarry:secret@db.example/quarry");
}

#[test]
fn the_environment_gives_lists_with_commas() {
    let configuration = with_environment(&[
        ("QUARRY__COMPONENTS__GRANTS__NOTES", "warehouse, app-store"),
        ("QUARRY__COMPONENTS__TABLES__NOTES", "warehouse.pools"),
        ("QUARRY__COMPONENTS__PLAIN_HTTP_REGISTRIES", ""),
        ("QUARRY__SIGN_IN__SERVICE_CLIENTS", "quarry-web,quarry-app"),
    ])
    .expect("a configuration");
    let components = &configuration.components;
    assert_eq!(components.grants["notes"].0, ["warehouse", "app-store"]);
    assert_eq!(components.tables["notes"].0, ["warehouse.pools"]);
    assert!(components.grants.contains_key("markets"), "what the default file gives stays given");
    assert!(components.plain_http_registries.0.is_empty());
    assert_eq!(configuration.sign_in.service_clients.0, ["quarry-web", "quarry-app"]);
}

#[test]
fn settings_keep_the_types_that_the_file_gives_them() -> Result<()> {
    let written = Written::new(
        "[settings.billing]\nprovider = \"none\"\ngrace_days = 14\nrate = 0.5\nis_open = false\n\
         countries = [\"DE\", \"GR\"]\nvat_rates = { DE = 1900 }\n",
    )?;
    let load = |variables: &[(&str, &str)]| {
        let variables = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        Configuration::load_with(Some(&written.0), variables.collect::<Vec<_>>()).map_err(|error| error.to_string())
    };
    let billing = load(&[]).map_err(anyhow::Error::msg)?.settings["billing"].clone();
    assert_eq!(billing["provider"].as_str(), Some("none"));
    assert_eq!(billing["vat_rates"]["DE"].as_integer(), Some(1900), "a key is as it was written: {billing}");
    let changed = load(&[
        ("QUARRY__SETTINGS__BILLING__PROVIDER", "crm"),
        ("QUARRY__SETTINGS__BILLING__GRACE_DAYS", "7"),
        ("QUARRY__SETTINGS__BILLING__IS_OPEN", "true"),
        ("QUARRY__SETTINGS__BILLING__COUNTRIES", "DE, AT"),
        ("QUARRY__SETTINGS__GREETINGS__MORNING", "good day"),
        ("QUARRY__SETTINGS__GREETINGS__TIMES", "7"),
        ("QUARRY__SETTINGS__GREETINGS__YEAR", "\"2026\""),
        ("QUARRY__SETTINGS__GREETINGS__BY_DAY", "{ Monday = [\"hello\"] }"),
        ("QUARRY__SETTINGS__GREETINGS__SINCE", "2026-01-31"),
        ("QUARRY__SETTINGS__GREETINGS__LINES", "1\nother = 2"),
    ]);
    let changed = changed.map_err(anyhow::Error::msg)?.settings;
    let billing = &changed["billing"];
    assert_eq!(billing["provider"].as_str(), Some("crm"));
    assert_eq!(billing["grace_days"].as_integer(), Some(7));
    assert_eq!((billing["rate"].as_float(), billing["is_open"].as_bool()), (Some(0.5), Some(true)));
    let countries: Vec<_> =
        billing["countries"].as_array().into_iter().flatten().map(|country| country.as_str()).collect();
    assert_eq!(countries, [Some("DE"), Some("AT")]);
    // Where the file says nothing it is read as the file would read it.
    let greetings = &changed["greetings"];
    assert_eq!((greetings["morning"].as_str(), greetings["times"].as_integer()), (Some("good day"), Some(7)));
    assert_eq!(greetings["year"].as_str(), Some("2026"));
    assert_eq!(greetings["since"].as_str(), Some("2026-01-31"), "a day is a text");
    assert_eq!(greetings["by_day"]["Monday"][0].as_str(), Some("hello"));
    assert_eq!((greetings["lines"].as_str(), greetings.get("other")), (Some("1\nother = 2"), None));
    let refused = load(&[("QUARRY__SETTINGS__BILLING__GRACE_DAYS", "soon")]).expect_err("no number");
    assert!(refused.contains("gives settings.billing.grace_days a text that is no integer"), "{refused}");
    Ok(())
}

#[test]
fn what_is_wrong_in_the_environment_is_named() {
    let cases = [
        (
            ("QUARRY__SERVER__LISSTEN", "127.0.0.1:1"),
            "the environment (QUARRY__SECTION__KEY) has the key server.lissten",
        ),
        (("QUARRY__SEVER__LISTEN", "127.0.0.1:1"), "sever"),
        (("QUARRY__SERVER__DRAIN_SECONDS", "soon"), "server.drain_seconds"),
        (("QUARRY__SERVER__LISTEN", "nowhere"), "server.listen"),
    ];
    for (variable, word) in cases {
        let sentence = with_environment(&[variable]).expect_err(variable.0);
        assert!(sentence.contains(word), "{word} is not in: {sentence}");
    }
}

#[test]
fn secrets_are_masked_however_they_are_printed() -> Result<()> {
    let cases = [
        "postgres://quarry:hidden@db.example/quarry",
        "postgres://quarry@db.example/quarry?password=hidden",
        "postgres://db.example/quarry?user=quarry&password=hidden&sslmode=require",
        "not an address, and hidden",
    ];
    for url in cases {
        let written = Written::new(&format!(
            "[app_store]\nurl = \"{url}\"\n[warehouse]\nurl = \"http://ch.example:8123\"\npassword = \"hidden\"\n"
        ))?;
        let configuration = written.load().map_err(anyhow::Error::msg)?;
        assert_eq!(configuration.app_store.url.expose(), url);
        for shown in [configuration.print()?, format!("{configuration:?}"), format!("{configuration:#?}")] {
            assert!(!shown.contains("hidden"), "{shown}");
        }
        assert!(configuration.print()?.contains("ch.example"));
    }
    Ok(())
}
