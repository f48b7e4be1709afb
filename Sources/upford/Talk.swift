import Foundation

/// What the program says to people: on stderr, a line at a time.
enum Talk {
    static func say(_ line: String) {
        // `write(_:)` would trap when stderr is closed, or a pipe that nobody reads any more.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    static func flush() { fflush(nil) }

    static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
