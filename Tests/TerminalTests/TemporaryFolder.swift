import FoundationEssentials

@testable import Terminal

/// A folder for one test, gone with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var source = SystemRandomNumberGenerator()
        path = "/tmp/upfor-terminal-\(MessageMark.fresh(using: &source))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names of everything in it.
    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
