package import Foundation

/// A file of the repository that is generated from a table in the sources.
///
/// `REGENERATE=1 swift test` writes it; otherwise a test holds it equal to the table.
package struct GeneratedFile {
    /// The file is not as the table says.
    package struct OutOfDate: Error, CustomStringConvertible {
        /// What to do.
        package let description: String
    }

    /// From the root of the repository.
    private let path: String

    /// - Parameter path: from the root of the repository.
    package init(path: String) {
        self.path = path
    }

    /// The root of the repository.
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private var url: URL { Self.root.appending(path: path) }

    /// - Throws: `OutOfDate` when the file is not the text.
    package func check(against text: String) throws {
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil {
            try text.write(to: url, atomically: false, encoding: .utf8)
        }
        guard try String(contentsOf: url, encoding: .utf8) == text else {
            throw OutOfDate(
                description: "\(path) is out of date: REGENERATE=1 swift test writes it")
        }
    }
}
