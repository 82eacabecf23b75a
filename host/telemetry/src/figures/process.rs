//! The resources of the process, as the kernel counts them, read when they are asked for.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;
use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};

/// This process.
#[derive(Debug)]
pub(super) struct Process;

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let used = clock_gettime(ClockId::ProcessCPUTime);
        let cpu_seconds = used.tv_sec as f64 + used.tv_nsec as f64 / 1e9;
        let help = "CPU time of the process";
        let mut cpu = encoder.encode_descriptor("process_cpu", help, Some(&Unit::Seconds), MetricType::Counter)?;
        cpu.encode_counter::<[(&str, &str); 0], f64, f64>(&cpu_seconds, None)?;
        if let Some(bytes) = resident_bytes() {
            let help = "Memory of the process that is resident";
            let unit = Some(&Unit::Bytes);
            encoder
                .encode_descriptor("process_resident_memory", help, unit, MetricType::Gauge)?
                .encode_gauge(&bytes)?;
        }
        if let Some(open) = open_files() {
            let help = "File descriptors that are open";
            encoder.encode_descriptor("process_open_files", help, None, MetricType::Gauge)?.encode_gauge(&open)?;
        }
        let limit = getrlimit(Resource::Nofile).current.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(i64::MAX);
        let help = "File descriptors that may be open";
        encoder.encode_descriptor("process_open_files_limit", help, None, MetricType::Gauge)?.encode_gauge(&limit)
    }
}

fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<i64>().ok()? * 1024)
}

fn open_files() -> Option<i64> {
    i64::try_from(std::fs::read_dir("/proc/self/fd").ok()?.count()).ok()
}
