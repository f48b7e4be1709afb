import ArgumentParser
import Outbound
import Settings
import SettingsFile

struct Healthy: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check whether the daemon accepts clients: for HEALTHCHECK and scripts.",
        discussion: """
            It requests /readyz from the admin port of the settings. It prints nothing if the \
            daemon is ready.

            EXAMPLES
              upford healthy
              upford healthy --config upford.yaml
              upford healthy --url http://127.0.0.1:9464/healthz

            EXIT CODES
              0 ready, 1 not ready, or no answer within 5 seconds, 64 wrong usage
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(help: "The URL to ask instead.")
    var url: String?

    func validate() throws {
        if daemon.config != nil && url != nil {
            throw ValidationError("--config and --url exclude each other")
        }
    }

    func run() throws {
        do throws(Sickness) {
            try Self.ask(try place())
        } catch {
            Talk.sayLast("upford: \(error.reason)")
            throw ExitCode(1)
        }
    }

    private struct Sickness: Error {
        let reason: String
    }

    private func place() throws(Sickness) -> String {
        if let url { return url }
        let admin: Configuration.Admin
        do throws(ConfigurationErrors) {
            admin = try daemon.load().admin
        } catch {
            throw Sickness(reason: "\(error)")
        }
        guard let address = admin.address else {
            throw Sickness(reason: "the settings name no admin listener: say --url")
        }
        return "http://\(address)/readyz"
    }

    private static func ask(_ url: String) throws(Sickness) {
        var terms = OutboundTerms(allowsPlain: true, allowsPrivate: true)
        terms.timeout = .seconds(5)
        let answer: OutboundResponse
        do throws(OutboundFailure) {
            answer = try OutboundClient(label: "upford.healthy", terms)
                .perform(OutboundRequest(.get, url))
        } catch {
            throw Sickness(reason: "\(url): \(error)")
        }
        guard answer.status == 200 else {
            throw Sickness(reason: "\(url) answers \(answer.status)")
        }
    }
}
