//! Commands of the program on the stores of a server that runs.

use crate::server::{Server, quarry_with_input};
use std::process::Output;
use std::sync::atomic::{AtomicU32, Ordering};

/// Long and odd enough for the strength that passwords must have.
pub const PASSWORD: &str = "marble ostrich trumpet 71";

impl Server {
    /// Runs a command on the server's data directory, or its database, and gives what it prints.
    pub fn command(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Runs [`Server::command`] with a command that must fail; gives its output and its text on standard error.
    pub fn refused_command(&self, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments, "");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(!output.status.success(), "{arguments:?}: {}", text(&output.stdout));
        (text(&output.stdout), text(&output.stderr))
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        // One for each command: tests run beside each other.
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let config = self.data_dir.join(format!("command-{number}.toml"));
        let url = self.app_store_url.clone().unwrap_or_default();
        let text = format!(
            "[app_store]\nurl = \"{url}\"\n[server]\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{}\"\n",
            self.data_dir.display()
        );
        std::fs::write(&config, text).expect("the configuration of the commands");
        let mut words = arguments.to_vec();
        let config = config.display().to_string();
        words.extend(["--config", &config]);
        quarry_with_input(&words, input).expect("the command runs")
    }

    /// Makes a person, with [`PASSWORD`] and an organization of the same name on a plan; gives the email.
    pub fn new_person(&self, name: &str, plan: &str) -> String {
        let email = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
        let create = ["admin", "create-user", "--email", &email, "--name", name, "--password-stdin"];
        self.command(&create, &format!("{PASSWORD}\n"));
        self.command(&["admin", "set-plan", "--organization", name, "--plan", plan], "");
        email
    }

    /// Mints a key of the organization of a person that [`Server::new_person`] made.
    pub fn new_key(&self, name: &str, email: &str) -> String {
        let mint = ["key", "mint", "--organization", name, "--member", email, "--name", "k"];
        self.command(&mint, "").lines().last().expect("the key").to_owned()
    }
}
