import Glibc
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Terminal

@Suite struct `A profile` {
    static let ana = Profile(
        server: "ws://127.0.0.1:8080", username: "ana", token: "secret", device: "laptop",
        position: Profile.Position(epoch: "e1", seq: 917))

    @Test func `comes back as it was kept, from a file that is ours alone`() throws {
        let folder = try TemporaryFolder()
        let profiles = ProfileFolder(path: folder.path + "/deep/profiles")
        try profiles.save(Self.ana, as: .standard)
        #expect(try profiles.load(.standard) == Self.ana)
        #expect(mode(profiles.path) == 0o700)
        #expect(mode(profiles.file(.standard)) == 0o600)
    }

    @Test func `is replaced as a whole, and leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        let profiles = ProfileFolder(path: folder.path)
        try profiles.save(Self.ana, as: .standard)
        let before = open(profiles.file(.standard), O_RDONLY)
        defer { close(before) }
        try profiles.update(.standard) { $0.token = nil }
        #expect(try profiles.load(.standard)?.token == nil)
        #expect(profiles.names() == [.standard])
        #expect(folder.files == ["default.json"], "no half-written file stays")
        var old = stat()
        fstat(before, &old)
        #expect(old.st_nlink == 0, "the old file was replaced, not written over")
    }

    @Test func `gets its mode back when it had another`() throws {
        let folder = try TemporaryFolder()
        let profiles = ProfileFolder(path: folder.path)
        try profiles.save(Self.ana, as: .standard)
        chmod(profiles.file(.standard), 0o644)
        chmod(profiles.path, 0o755)
        try profiles.update(.standard) { $0.position = nil }
        #expect(mode(profiles.file(.standard)) == 0o600)
        #expect(mode(profiles.path) == 0o700)
    }

    @Test(arguments: ["", "{", "[]", #"{"server":1}"#, "\u{0}"])
    func `that is none is called so`(contents: String) throws {
        let folder = try TemporaryFolder()
        let profiles = ProfileFolder(path: folder.path)
        try NewFile.write(Array(contents.utf8), to: profiles.file(.standard))
        #expect {
            try profiles.load(.standard)
        } throws: { error in
            guard case .local(let line)? = error as? Failure else { return false }
            return line.contains("default.json is not a profile")
        }
    }

    @Test func `that cannot be kept is said so`() throws {
        let profiles = ProfileFolder(path: "/proc/nowhere")
        #expect(throws: Failure.self) { try profiles.save(Self.ana, as: .standard) }
    }

    @Test(arguments: [
        ("ana", true), ("a.b-c_D9", true), ("", false), ("..", false), (".x", false),
        ("a/b", false), ("a b", false), ("ä", false), (String(repeating: "a", count: 65), false),
    ])
    func `has a name that is a file's`(name: String, isName: Bool) {
        #expect((ProfileName(name) != nil) == isName)
    }

    @Test func `is the one named, the default, or the only one`() throws {
        let folder = try TemporaryFolder()
        let profiles = ProfileFolder(path: folder.path)
        let (ana, ben) = try (#require(ProfileName("ana")), #require(ProfileName("ben")))
        #expect(try ProfileChoice(named: nil, in: profiles).name == .standard)
        try profiles.save(Self.ana, as: ana)
        #expect(try ProfileChoice(named: nil, in: profiles).name == ana)
        #expect(try ProfileChoice(named: "ben", in: profiles).name == ben)
        try profiles.save(Self.ana, as: ben)
        #expect(throws: Failure.notSignedIn("who are you? choose with --as: ana, ben")) {
            try ProfileChoice(named: nil, in: profiles)
        }
        try profiles.save(Self.ana, as: .standard)
        #expect(try ProfileChoice(named: nil, in: profiles).name == .standard)
    }

    @Test(arguments: [
        ("default", nil, "signed in as ben"), ("work", nil, "signed in as ben (profile work)"),
        ("default", "ben", "signed in as ben"),
        ("default", "ana", "signed in as ben (profile default, which was ana's)"),
        ("work", "a\u{1B}[2Jna", "signed in as ben (profile work, which was ana's)"),
    ])
    func `that was another user's is taken over aloud`(
        profile: String, owner: String?, sentence: String
    ) throws {
        let name = try #require(ProfileName(profile))
        var before = Self.ana
        before.username = owner ?? ""
        let account = AccountOpened.with { $0.user.username = "b\u{1B}[2Jen" }
        let harmless = AccountOpened.with { $0.user.username = "ben" }
        let known = owner == nil ? nil : before
        #expect(Entry.welcome(harmless, in: name, before: known) == sentence)
        if owner != "ben" {
            #expect(Entry.welcome(account, in: name, before: known) == sentence)
        }
    }

    @Test func `goes with the account`() throws {
        let folder = try TemporaryFolder()
        let profiles = ProfileFolder(path: "\(folder.path)/profiles")
        try profiles.save(Self.ana, as: .standard)
        try profiles.remove(.standard)
        #expect(profiles.names() == [])
        try profiles.remove(.standard)
    }

    @Test(arguments: [
        (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/upfor/profiles"),
        (["HOME": "/h"], "/h/.config/upfor/profiles"),
        (["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.config/upfor/profiles"),
        ([:], nil),
    ])
    func `lives where XDG says`(environment: [String: String], path: String?) {
        #expect((try? ProfileFolder(environment: environment))?.path == path)
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
