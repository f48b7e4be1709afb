import HTTPTypes
import Kernel
import Synchronization

/// The descriptions that a server serves. Each is made when it is first requested: 100 KB and more
/// take milliseconds.
package final class ServedDescriptions: Sendable {
    /// Which one.
    package enum Kind: String, CaseIterable, Sendable {
        /// Of the requests.
        case openAPI = "openapi"
        /// Of the messages of a WebSocket.
        case asyncAPI = "asyncapi"

        var path: String { "/\(rawValue).json" }
    }

    private let write: @Sendable (Kind) -> [UInt8]
    private let made = Mutex<[Kind: ServedFile]>([:])

    /// - Parameter write: makes a document, in JSON.
    package init(_ write: @escaping @Sendable (Kind) -> [UInt8]) {
        self.write = write
    }

    /// One that was made before.
    func ready(_ kind: Kind) -> ServedFile? { made.withLock { $0[kind] } }

    /// Makes one, unless it is there.
    func make(_ kind: Kind) -> ServedFile {
        if let ready = ready(kind) { return ready }
        let bytes = write(kind)
        let file = ServedFile(
            name: ServedFile.name(of: bytes), contentType: "application/json", bytes: bytes)
        made.withLock { $0[kind] = file }
        return file
    }
}
