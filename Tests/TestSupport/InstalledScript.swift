import Foundation

/// A program of a test's own, in place of one that is installed; gone with it.
///
/// It lies where confined programs may be read.
public final class InstalledScript: Sendable {
    /// Where it is.
    public let path: String

    /// - Parameter text: what a shell does.
    public init(_ text: String) throws {
        path = "/usr/lib/upfor-test-\(UUID().uuidString)"
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
