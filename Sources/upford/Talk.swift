import Foundation

/// What the program says to people: on stderr, a line at a time.
enum Talk {
    static func say(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    static func flush() { fflush(nil) }

    static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
