import Metering

extension Metric {
    /// What this daemon is, and whether one may come.
    static let ofServing = [
        Metric(
            "upfor_build_info", .gauge, "Always 1: the version is in the label.", by: "version"
        ) { _ in [MetricSample(1, Version.text)] },
        Metric(
            "upfor_ready", .gauge, "1 while new clients are accepted, like /readyz; otherwise 0.",
            number: { $0.instruments.readiness.state == .ready ? 1 : 0 }),
    ]

    /// What every process has, by the names that Prometheus gives it.
    static let ofProcess = [
        Metric(
            "process_open_fds", .gauge, "Open file descriptors.",
            number: { $0.process.descriptorCount }),
        Metric(
            "process_max_fds", .gauge, "The limit of open file descriptors.",
            number: { $0.process.descriptorsMax }),
        Metric(
            "process_resident_memory_bytes", .gauge, "Resident memory.",
            number: { $0.process.residentBytes }),
        Metric(
            "process_virtual_memory_bytes", .gauge, "Virtual memory.",
            number: { $0.process.virtualBytes }),
        Metric(
            "process_cpu_seconds_total", .counter,
            "Processor time of all threads, user and system."
        ) { [MetricSample($0.process.cpuSeconds)] },
        Metric(
            "process_start_time_seconds", .gauge, "Start of the daemon, since 1970."
        ) { [MetricSample($0.instruments.startedAt)] },
    ]
}
