import ArgumentParser
import Gateway
import Glibc
import Observability
import OpenID
import Server
import Settings
import SettingsFile

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the server until SIGTERM or SIGINT; SIGHUP reloads, SIGUSR2 upgrades.",
        discussion: """
            Settings come from flags, then UPFORD_* variables, then the file, then defaults; every
            setting is explained in config/upford.yaml, beside the documentation.

            EXAMPLES
              upford serve
              upford serve --config /etc/upford/upford.yaml --listen 127.0.0.1:9000
              upford serve --data /var/lib/upford --set presence.graceMilliseconds=500
              UPFORD_LISTEN_PORT=9000 upford serve

            EXIT CODES
              0 after a signal, 64 wrong usage, 74 the disk failed, 78 wrong configuration,
              1 the start failed
            """)

    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        let program = ProcessSetup.program
        do {
            let inheritance = try Inheritance.take()
            let (file, flags) = (settings.config, try settings.flags())
            let load = { () throws(ConfigurationErrors) in
                try Configuration.load(file: file, environment: Talk.environment, flags: flags)
            }
            let configuration = try load()
            ProcessSetup.prepare()
            let signals = Signals([
                SIGHUP: .reload, SIGUSR2: .upgrade, Successor.endSignal: .stop,
            ])
            let log = try EventLog(configuration.log)
            defer { log.close() }
            log.write(.configLoaded, .path(file ?? ""))
            let daemon = try Daemon(
                configuration, inheriting: inheritance, log: log, issuers: OpenIDIssuers.maker
            ) {
                ProcessSetup.endForBrokenDisk(log)
            } whenDrained: {
                signals.give(.stop)
            }
            for address in daemon.addresses { Talk.say("upford listens on \(address)") }
            if let address = daemon.adminAddress { Talk.say("upford is watched at \(address)") }
            if let socket = daemon.adminSocket { Talk.say("upford takes orders at \(socket)") }
            let supervisor = Supervisor(place: Talk.environment["NOTIFY_SOCKET"])
            supervisor.ready()
            var handler = SignalHandler(
                daemon, log, signals, supervisor, file: file, program: program, load: load)
            await handler.run()
        } catch let errors as ConfigurationErrors {
            Talk.sayLast("\(errors)")
            throw ExitCode(78)
        } catch let error as ValidationError {
            throw error
        } catch {
            Talk.sayLast("upford: \(error)")
            throw ExitCode(1)
        }
    }
}
