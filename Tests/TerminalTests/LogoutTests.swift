import ArgumentParser
import Glibc
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Terminal

/// Leaving a server that is gone.
@Suite struct `The command logout` {
    private let folder: TemporaryFolder
    private let profiles: ProfileFolder
    private let deaf: DeafPort

    init() throws {
        folder = try TemporaryFolder()
        profiles = ProfileFolder(path: folder.path + "/upfor/profiles")
        deaf = try DeafPort()
        try profiles.save(profile(token: "secret"), as: .standard)
    }

    @Test func `keeps the profile when the server is gone, and says how to forget it`()
        async throws
    {
        let failure = await #expect(throws: Failure.self) { try await leave("logout") }
        #expect(failure?.exitCode == 3)
        #expect(failure?.line.hasSuffix("; `logout --forget` forgets it here all the same") == true)
        #expect(try profiles.load(.standard) == profile(token: "secret"))
    }

    @Test func `forgets it all the same when asked to, and says what stays`() async throws {
        let sentence = try await leave("logout", "--forget")
        #expect(
            sentence
                == "the profile default is forgotten; its server cannot be reached: laptop may"
                + " stay signed in there (`devices --revoke laptop` elsewhere ends that)")
        #expect(profiles.names() == [])
    }

    @Test func `forgets it also when the server does not do it, and says why not`() {
        let failure = Failure.refused(
            .with { ($0.code, $0.message) = (.unavailable, "the disk is full") })
        #expect(
            LogoutCommand.farewell(without: failure, device: "laptop", "gone")
                == "gone; its server says `the disk is full`: laptop may stay signed in there"
                + " (`devices --revoke laptop` elsewhere ends that)")
        let own = LogoutCommand.farewell(without: .local("no ca.pem"), device: "laptop", "gone")
        #expect(own.hasPrefix("gone; no ca.pem: laptop may"), "not the server's words")
    }

    @Test func `forgets a profile that is signed out`() async throws {
        try profiles.save(profile(token: nil), as: .standard)
        await #expect(throws: Failure.notSignedIn("signed out: `upfor login ana`")) {
            try await leave("logout")
        }
        #expect(
            try await leave("logout", "--forget") == "the profile default is forgotten")
        #expect(profiles.names() == [])
        await #expect(throws: Failure.self) { try await leave("logout", "--forget") }
    }

    /// - Returns: what is said in the end.
    @discardableResult
    private func leave(_ words: String...) async throws -> String {
        let parsed = try UpforCommand.parseAsRoot(words)
        let command = try #require(parsed as? LogoutCommand)
        let opening = try SessionOpening(
            command.options, environment: ["XDG_CONFIG_HOME": folder.path])
        return try await command.leave(opening).sentence
    }

    private func profile(token: String?) -> Profile {
        Profile(
            server: "ws://127.0.0.1:\(deaf.port)", username: "ana", token: token,
            device: "laptop")
    }
}

/// A port of this machine that is taken, and where nobody answers.
private final class DeafPort: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return bind(descriptor, pointer, size) | getsockname(descriptor, pointer, &size)
        }
        try #require(status == 0)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
