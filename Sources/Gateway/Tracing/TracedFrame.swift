import Hub
import Kernel
import Observability
import SwiftProtobuf
import Wire

/// A message of a connection that is followed.
struct TracedFrame: Sendable {
    enum Content {
        /// Of the client.
        case command([UInt8])
        /// For the client.
        case message([UInt8])
        /// We close the connection.
        case close(code: UInt16)
    }

    let key: ConnectionKey
    let format: WireFormat
    let content: Content
    let at = SystemClock.moment()

    /// All that is shown of it.
    var entry: AdminFrame {
        var entry = AdminFrame()
        (entry.at, entry.conn) = (at.timestamp, String(key.logged))
        switch content {
        case .command(let bytes):
            (entry.way, entry.bytes) = ("in", Int32(clamping: bytes.count))
            describe(command: bytes, in: &entry)
        case .message(let bytes):
            (entry.way, entry.bytes) = ("out", Int32(clamping: bytes.count))
            describe(message: bytes, in: &entry)
        case .close(let code): (entry.way, entry.name) = ("out", "close \(code)")
        }
        return entry
    }

    private func describe(command bytes: [UInt8], in entry: inout AdminFrame) {
        let message: ClientMessage?
        switch format {
        case .json: message = try? ClientMessage(jsonUTF8Bytes: bytes, options: Self.lenient)
        case .binary: message = try? ClientMessage(serializedBytes: bytes)
        }
        guard let message, let command = message.command else { return entry.name = "?" }
        (entry.name, entry.req) = (Self.name(of: command), message.id)
    }

    private func describe(message bytes: [UInt8], in entry: inout AdminFrame) {
        let message: ServerMessage?
        switch format {
        case .json: message = try? ServerMessage(jsonUTF8Bytes: bytes)
        case .binary: message = try? ServerMessage(serializedBytes: bytes)
        }
        guard let message, let body = message.body else { return entry.name = "?" }
        entry.name = Self.name(of: body)
        if message.id > 0 { entry.req = message.id }
        if message.seq > 0 { entry.seq = message.seq }
    }

    /// As the daemon reads it: a newer client says more.
    private static var lenient: JSONDecodingOptions {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        return options
    }

    /// A case is called as the wire calls it.
    private static func name(of body: some Any) -> String {
        Mirror(reflecting: body).children.first?.label ?? "?"
    }
}
