import Foundation
import Testing

/// A file of the repository that is generated from a table in the sources.
///
/// `REGENERATE=1 swift test` writes it; otherwise a test holds it equal to the table.
struct GeneratedFile {
    /// From the root of the repository.
    let path: String

    /// The root of the repository.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private var url: URL { Self.root.appending(path: path) }

    func check(against text: String) throws {
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil {
            try text.write(to: url, atomically: false, encoding: .utf8)
        }
        let found = try String(contentsOf: url, encoding: .utf8)
        #expect(found == text, "\(path) is out of date: REGENERATE=1 swift test writes it")
    }
}
