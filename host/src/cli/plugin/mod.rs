//! `quarry plugin`: the commands for authors of components and for people who install them; one file a subcommand.

mod accept;
mod asked_table;
mod check;
mod counted;
mod deployment;
mod dev;
mod dev_jobs;
mod dev_log;
mod dev_offer;
mod dev_requests;
mod insert_rows;
mod install;
mod lift;
mod list;
mod new;
mod publish;
mod published;
mod registry_options;
mod sandbox;
mod source;
mod test;
mod upgrade;
mod writing_reads;

use clap::Subcommand;

#[derive(clap::Args, Debug)]
pub(super) struct PluginCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Write a new component's project: an endpoint that reads, one that writes, a statement, a table, tests
    New(new::NewArguments),
    /// Build the project's component at each save and serve it in a sandbox, with the log of its requests and what they cost
    Dev(dev::DevArguments),
    /// Build the project's component and hold it against what any component must pass, then run its tests
    Test(test::TestArguments),
    /// Say everything that a host would refuse in a component, and what it asks for
    Check(check::CheckArguments),
    /// Put a component at an OCI registry, with its signature
    Publish(publish::PublishArguments),
    /// Put a component into a deployment, with what it asks for
    Install(install::InstallArguments),
    /// Give a version that waits what it asks for beyond what it has, as a member of staff
    Accept(accept::AcceptArguments),
    /// Take an installed component out of a deployment
    Uninstall(install::UninstallArguments),
    /// Ask the quarantined operations of a component again, on every host
    Lift(lift::LiftArguments),
    /// Show the components that would be served, what each asks for, and whether it would be loaded
    List(list::ListArguments),
    /// Put rows into a table of a sandbox's application store, for a test
    #[command(hide = true)]
    InsertRows(insert_rows::InsertRowsArguments),
}

pub(super) async fn run(command: PluginCommand) -> anyhow::Result<()> {
    match command.action {
        Action::New(arguments) => new::run(&arguments),
        Action::Dev(arguments) => dev::run(arguments).await,
        Action::Test(arguments) => test::run(arguments).await,
        Action::Check(arguments) => check::run(arguments).await,
        Action::Publish(arguments) => publish::run(arguments).await,
        Action::Install(arguments) => install::run(arguments).await,
        Action::Accept(arguments) => accept::run(arguments).await,
        Action::Uninstall(arguments) => install::run_uninstall(&arguments),
        Action::Lift(arguments) => lift::run(arguments).await,
        Action::List(arguments) => list::run(arguments).await,
        Action::InsertRows(arguments) => insert_rows::run(arguments).await,
    }
}
