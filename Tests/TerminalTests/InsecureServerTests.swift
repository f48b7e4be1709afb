import ArgumentParser
import Client
import TestSupport
import Testing

@testable import Terminal

/// Passwords and tokens are not sent unencrypted to another computer.
@Suite struct `A server on another computer` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// - Returns: why nothing was sent; nil when it would be.
    private func failure(_ words: [String], _ variables: [String: String] = [:]) async throws
        -> Failure?
    {
        let command = try #require(
            try UpforCommand.parseAsRoot(["friends"] + words) as? FriendsCommand)
        let environment = ["XDG_CONFIG_HOME": folder.path].merging(variables) { $1 }
        let opening = try SessionOpening(command.options, environment: environment)
        do throws(Failure) {
            try await opening.connection().close()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["ws://192.0.2.1", "ws://[2001:db8::1]:8080"])
    func `is not spoken to in clear`(server: String) async throws {
        guard case .usage(let line)? = try await failure(["--server", server]) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(line.contains("--insecure"))
        guard case .usage? = try await failure([], ["UPFOR_SERVER": server]) else {
            Issue.record("expected a refusal")
            return
        }
    }

    @Test func `of a profile of before is not either`() async throws {
        let profile = Profile(
            server: "ws://192.0.2.1:8080", username: "ana", token: "secret", device: "laptop")
        try ProfileFolder(path: folder.path + "/upfor/profiles").save(profile, as: .standard)
        guard case .usage? = try await failure([]) else {
            Issue.record("expected a refusal")
            return
        }
    }

    /// It gets as far as the network; nobody is there, on this computer.
    @Test(arguments: [["--server", "ws://127.0.0.1:1"]])
    func `is no matter on this one`(words: [String]) async throws {
        guard case .unreachable? = try await failure(words) else {
            Issue.record("expected nobody there")
            return
        }
    }
}
