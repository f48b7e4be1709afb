import Observability
import Server
import Settings
import SettingsFile

/// Handles an administrator's signals to a running daemon, until one of them has ended it.
struct SignalHandler {
    let daemon: Daemon
    let log: EventLog
    let signals: Signals
    let supervisor: Supervisor
    /// The path of the settings' file; nil when there is none.
    let file: String?
    /// Reads the settings again, from where they were first read.
    let load: () throws(ConfigurationErrors) -> Configuration
    /// The path of this program, whatever file is there by now.
    let program: String?
    private var successor: Successor?
    /// Whether the daemon is stopping: orders are then accepted for the successor alone.
    private var isLeaving = false

    init(
        _ daemon: Daemon, _ log: EventLog, _ signals: Signals, _ supervisor: Supervisor,
        file: String?, program: String?,
        load: @escaping () throws(ConfigurationErrors) -> Configuration
    ) {
        (self.daemon, self.log, self.signals) = (daemon, log, signals)
        (self.supervisor, self.file, self.program) = (supervisor, file, program)
        self.load = load
    }

    /// Returns when the daemon has stopped.
    mutating func run() async {
        for await order in signals.orders {
            switch order {
            case .stop: stop()
            case .stopped: return
            case _ where isLeaving: continue
            case .reload: reload()
            case .upgrade: startSuccessor()
            case .goOn: successor = nil
            case .handOver: handOver()
            }
        }
    }

    /// An operator who stops the daemon wants none to run. So the successor is stopped, too, even
    /// if everything has been handed over to it.
    private mutating func stop() {
        successor?.end()
        successor = nil
        guard !isLeaving else { return }
        supervisor.stopping()
        leave(isHandedOver: false)
    }

    private mutating func handOver() {
        if let successor { supervisor.handedOver(to: successor.process) }
        leave(isHandedOver: true)
    }

    /// Stops the daemon while signals are still handled.
    private mutating func leave(isHandedOver: Bool) {
        isLeaving = true
        let (daemon, signals) = (daemon, signals)
        Task {
            await daemon.stop(isHandedOver: isHandedOver)
            signals.give(.stopped)
        }
    }

    private func reload() {
        supervisor.reloading()
        log.reopen()
        daemon.renew()
        do throws(ConfigurationErrors) {
            let change = try daemon.reload(try load())
            let waiting = change.waiting.joined(separator: ", ")
            log.write(
                .configReloaded, .path(file ?? ""), .count(change.changed.count),
                .reason(waiting.isEmpty ? "" : "\(waiting): needs a restart"))
        } catch {
            Talk.say("upford goes on with the settings it has:\n\(error)")
            log.write(
                .configRefused, .path(file ?? ""), .count(error.problems.count),
                .reason(error.problems.first?.description ?? ""))
        }
        supervisor.ready()
    }

    private mutating func startSuccessor() {
        guard successor == nil else { return }
        do throws(StartFailure) {
            guard let program else { throw StartFailure("the path of this program is unknown") }
            let successor = try Successor(
                program, Array(CommandLine.arguments.dropFirst()), sockets: daemon.sockets)
            self.successor = successor
            log.write(.upgradeStarted, .path(program), .process(successor.process))
            let (log, signals) = (log, signals)
            successor.whenReady { failure in
                guard let failure else {
                    log.write(.upgradeReady, .process(successor.process))
                    return signals.give(.handOver)
                }
                Talk.say("upford goes on, the successor failed: \(failure)")
                log.write(.upgradeFailed, .reason(failure), .process(successor.process))
                signals.give(.goOn)
            }
        } catch {
            log.write(.upgradeFailed, .reason("\(error)"))
        }
    }
}
