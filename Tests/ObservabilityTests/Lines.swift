import Observability
import Synchronization

/// A sink that keeps what it is given.
final class Lines: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var sink: EventSink {
        EventSink { self.append($0) }
    }

    /// Takes whole lines, as a sink does.
    func append(_ piece: [UInt8]) -> Bool {
        bytes.withLock { $0 += piece }
        return true
    }

    var all: [String] {
        bytes.withLock { bytes in
            bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
