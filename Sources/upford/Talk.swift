import Dispatch
import Foundation

/// What the program says to people: on stderr, a line at a time.
///
/// It is said by a thread of its own: stderr may be a pipe that is full, and that nobody reads any
/// more. A daemon that waited for it would hear no order, not even the one to stop.
enum Talk {
    private static let voice = DispatchQueue(label: "upford.talk")
    private static let unsaid = DispatchGroup()

    static func say(_ line: String) {
        voice.async(group: unsaid) {
            // `write(_:)` would trap when stderr is closed, or a pipe that nobody reads any more.
            try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
        }
    }

    /// Says a last line before the program ends, if somebody takes it within a second.
    static func sayLast(_ line: String) {
        say(line)
        _ = unsaid.wait(timeout: .now() + .seconds(1))
    }

    static func flush() { fflush(nil) }

    static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
