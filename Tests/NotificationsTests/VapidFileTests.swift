import Glibc
import TestSupport
import Testing
import WebPush

@testable import Notifications
@testable import Observability

@Suite struct `The file of the key for push services` {
    private let folder: TemporaryFolder
    private let file: VapidFile

    init() throws {
        folder = try TemporaryFolder()
        file = VapidFile(in: folder.path)
    }

    private func points() throws -> [CurvePoint] { try file.keys().map(\.point) }

    @Test func `has one that stays, and another before it when it was rotated`() throws {
        let first = try points()
        #expect(try points() == first && first.count == 1)
        #expect(try file.rotate(drops: false) == 2)
        let both = try points()
        #expect(both.count == 2 && both[1] == first[0] && both[0] != first[0])
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `drops none that is in use, unless that is asked for`() throws {
        _ = try file.rotate(drops: true)
        let before = try points()
        #expect(throws: StartFailure.self) { try file.rotate(drops: false) }
        #expect(try points() == before)
        #expect(try file.rotate(drops: true) == 2)
        let after = try points()
        #expect(after[1] == before[0] && !before.contains(after[0]))
    }

    @Test(arguments: ["", "x", "-----BEGIN PRIVATE KEY-----", "PRIVATE KEY-----PRIVATE KEY-----"])
    func `is refused when it holds something else`(text: String) throws {
        try folder.write(Array(text.utf8), to: "upfor.vapid")
        #expect(throws: StartFailure.self) { try file.keys() }
        #expect(throws: StartFailure.self) { try file.rotate(drops: true) }
    }

    @Test func `is refused when its second key is none`() throws {
        let key = try CurveKey().pem
        try folder.write(
            key + Array("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n".utf8),
            to: "upfor.vapid")
        #expect(throws: StartFailure.self) { try file.keys() }
    }
}
