//! Turns at SQLite's one writer, by fair queueing: a tenant that writes without pause delays its own writes, and no other tenant's.
//!
//! SQLite itself lets waiting writers sleep and try again, in no order, so a writer beside a busy one may be refused after five seconds.
//! Here each write waits for its turn before it takes a connection. Turns go round between flows (a tenant, a
//! component of a third party, the host's own work), and within a flow in the order of arrival. Writers in other processes are not in
//! the line; for them SQLite's own waiting stays.
//!
//! A turn is given back when it is dropped. Its holder can ask to be told when another flow waits ([`Turn::contention`]).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};

/// The tenant, the component or the host, for which a write is made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum WriteFlow {
    /// The host's own work: counters, sessions, queues.
    #[default]
    Host,
    /// Writes of the service's own components for an organization.
    Organization(i64),
    /// Writes of a third party's component, whoever called it.
    Component(Arc<str>),
}

tokio::task_local! {
    static FLOW: WriteFlow;
}

impl WriteFlow {
    /// Does `work`, whose writes are made in the name of this flow.
    pub async fn scope<T>(self, work: impl Future<Output = T>) -> T {
        FLOW.scope(self, work).await
    }

    /// The flow of the work that runs.
    fn current() -> WriteFlow {
        FLOW.try_with(WriteFlow::clone).unwrap_or_default()
    }
}

/// The line before the writer of one file.
#[derive(Debug, Default)]
pub(super) struct WriteTurns {
    line: Mutex<Line>,
}

#[derive(Debug, Default)]
struct Line {
    writing: Option<Writing>,
    /// The flows that wait, in the order of their turns, each with those of it that wait.
    waiting: VecDeque<(WriteFlow, VecDeque<oneshot::Sender<Turn>>)>,
}

#[derive(Debug)]
struct Writing {
    flow: WriteFlow,
    contention: Arc<Notify>,
}

/// The right to write, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    turns: Arc<WriteTurns>,
    contention: Arc<Notify>,
    /// False once it has been passed on.
    is_held: bool,
}

impl WriteTurns {
    /// Waits for the turn of the work that runs.
    pub(super) async fn take(self: &Arc<WriteTurns>) -> Turn {
        let waiting = {
            let mut line = self.lock();
            let flow = WriteFlow::current();
            match &line.writing {
                None => return line.begin(self, flow),
                Some(writing) => {
                    if writing.flow != flow {
                        writing.contention.notify_one();
                    }
                    line.join(flow)
                }
            }
        };
        // The sender stands in the line until it has sent.
        waiting.await.expect("a turn is given to everyone who waits")
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// Makes it the turn of `flow`. Where others wait already, it is told at once.
    fn begin(&mut self, turns: &Arc<WriteTurns>, flow: WriteFlow) -> Turn {
        let contention = Arc::new(Notify::new());
        if self.waiting.iter().any(|(waiting, _)| *waiting != flow) {
            contention.notify_one();
        }
        self.writing = Some(Writing { flow, contention: Arc::clone(&contention) });
        Turn { turns: Arc::clone(turns), contention, is_held: true }
    }

    fn join(&mut self, flow: WriteFlow) -> oneshot::Receiver<Turn> {
        let (sender, receiver) = oneshot::channel();
        match self.waiting.iter_mut().find(|(waiting, _)| *waiting == flow) {
            Some((_, those)) => those.push_back(sender),
            None => self.waiting.push_back((flow, VecDeque::from([sender]))),
        }
        receiver
    }

    /// Takes out whoever is next. The rest of the flow goes to the end of the line.
    fn next(&mut self) -> Option<(WriteFlow, oneshot::Sender<Turn>)> {
        while let Some((flow, mut those)) = self.waiting.pop_front() {
            // Those who left do not use up a turn of their flow.
            let next = std::iter::from_fn(|| those.pop_front()).find(|sender| !sender.is_closed());
            if let Some(sender) = next {
                if !those.is_empty() {
                    self.waiting.push_back((flow.clone(), those));
                }
                return Some((flow, sender));
            }
        }
        None
    }
}

impl Turn {
    /// Notified once somebody of another flow waits.
    pub(super) fn contention(&self) -> Arc<Notify> {
        Arc::clone(&self.contention)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.is_held {
            return;
        }
        loop {
            let mut line = self.turns.lock();
            let Some((flow, sender)) = line.next() else {
                line.writing = None;
                return;
            };
            let turn = line.begin(&self.turns, flow);
            drop(line);
            match sender.send(turn) {
                Ok(()) => return,
                // The one who waited has just left: the loop passes it on, and not the turn's own end.
                Err(mut turn) => turn.is_held = false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex as Log;
    use tokio::task::JoinHandle;

    type Names = Arc<Log<Vec<String>>>;

    fn writes(turns: &Arc<WriteTurns>, flow: WriteFlow, name: &str, log: &Names) -> JoinHandle<()> {
        let (turns, name, log) = (Arc::clone(turns), name.to_owned(), Arc::clone(log));
        tokio::spawn(flow.scope(async move {
            let _turn = turns.take().await;
            log.lock().expect("no panic").push(name);
        }))
    }

    #[tokio::test]
    async fn one_who_writes_much_waits_for_the_others() {
        let (turns, log) = (Arc::new(WriteTurns::default()), Names::default());
        let held = turns.take().await;
        let mut tasks = Vec::new();
        for name in ["a1", "a2", "a3"] {
            tasks.push(writes(&turns, WriteFlow::Organization(1), name, &log));
            tokio::task::yield_now().await;
        }
        tasks.push(writes(&turns, WriteFlow::Component("b".into()), "b1", &log));
        tokio::task::yield_now().await;
        drop(held);
        for task in tasks {
            task.await.expect("it wrote");
        }
        assert_eq!(*log.lock().expect("no panic"), ["a1", "b1", "a2", "a3"]);
    }

    #[tokio::test]
    async fn one_who_leaves_keeps_nobody_waiting() {
        let (turns, log) = (Arc::new(WriteTurns::default()), Names::default());
        let held = turns.take().await;
        let leaves = writes(&turns, WriteFlow::Organization(1), "left", &log);
        tokio::task::yield_now().await;
        let stays = writes(&turns, WriteFlow::Organization(2), "stayed", &log);
        tokio::task::yield_now().await;
        leaves.abort();
        leaves.await.expect_err("it left");
        drop(held);
        stays.await.expect("it wrote");
        assert_eq!(*log.lock().expect("no panic"), ["stayed"]);
        drop(turns.take().await);
    }

    #[tokio::test]
    async fn a_holder_is_told_of_another_flow_and_not_of_its_own() {
        let turns = Arc::new(WriteTurns::default());
        let log = Names::default();
        let held = WriteFlow::Component("a".into()).scope(turns.take()).await;
        let contention = held.contention();
        let own = writes(&turns, WriteFlow::Component("a".into()), "own", &log);
        tokio::task::yield_now().await;
        tokio::select! {
            biased;
            () = contention.notified() => panic!("nobody else waits"),
            () = tokio::task::yield_now() => {}
        }
        let other = writes(&turns, WriteFlow::Host, "other", &log);
        contention.notified().await;
        drop(held);
        own.await.expect("it wrote");
        other.await.expect("it wrote");
    }
}
