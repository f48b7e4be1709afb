import Kernel
import SwiftProtobuf
import Wire

extension Target {
    static let json = Target(name: "command-json", seeds: { CommandSeeds.all(.json) }) {
        CommandTarget.open($0.bytes, .json)
    }

    static let binary = Target(name: "command-binary", seeds: { CommandSeeds.all(.binary) }) {
        CommandTarget.open($0.bytes, .binary)
    }
}

/// What must be true of whatever a message of a client is taken for.
enum CommandTarget {
    /// Opens the envelope and decodes the body, as the daemon does for a user.
    static func open(_ bytes: [UInt8], _ format: WireFormat) {
        bytes.withUnsafeBytes { bytes in
            guard let envelope = try? CommandEnvelope(opening: bytes, format: format) else {
                return
            }
            Oracle.require(envelope.id > 0, "id 0")
            expectInside(bytes, envelope.body)
            guard let entry = Commands.catalog[envelope.name] else { return }
            let alone = alone(envelope, entry, format)
            guard isUnderstood(envelope, entry) else {
                return Oracle.require(
                    alone?.command == nil || mayLackName(entry, format),
                    "refused, but protobuf reads a \(entry.name)")
            }
            guard let alone, alone.command != nil else {
                return Oracle.require(false, "taken for \(entry.name), but protobuf refuses it")
            }
            expectAgreement(bytes, with: alone, format)
            WireFormat.allCases.forEach { expectSameWhenSentAgain(alone, entry, $0) }
        }
    }

    private static func expectInside(
        _ bytes: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer
    ) {
        guard let start = bytes.baseAddress, let body = body.baseAddress else { return }
        Oracle.require((0...bytes.count).contains(body - start), "a body outside of the message")
    }

    private static func isUnderstood(_ envelope: CommandEnvelope, _ entry: CatalogEntry) -> Bool {
        do throws(DecodingFailure) {
            _ = try entry.read(.frame(envelope), for: Commands.caller)
            return true
        } catch {
            Oracle.require(error.id == envelope.id, "an answer to \(error.id)")
            Oracle.require(error.field.hasPrefix(entry.name), "field \(error.field)")
            return false
        }
    }

    /// Whether the command has an enum: in JSON, protobuf skips a name that it lacks, and we
    /// refuse it.
    private static func mayLackName(_ entry: CatalogEntry, _ format: WireFormat) -> Bool {
        format == .json && entry.name == "matchList"
    }

    /// A message of nothing but the envelope's id and command, as protobuf's own decoder has it.
    private static func alone(
        _ envelope: CommandEnvelope, _ entry: CatalogEntry, _ format: WireFormat
    ) -> ClientMessage? {
        switch format {
        case .json:
            let head = Array("{\"id\":\(envelope.id),\"\(entry.name)\":".utf8)
            return decode(head + envelope.body + [UInt8(ascii: "}")], .json)
        case .binary:
            let head =
                [0x08] + varint(envelope.id) + varint(UInt32(entry.message?.field ?? 0) << 3 | 2)
            return decode(head + varint(UInt32(envelope.body.count)) + envelope.body, .binary)
        }
    }

    private static func varint(_ number: UInt32) -> [UInt8] {
        number < 0x80
            ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + varint(number >> 7)
    }

    private static func decode(_ bytes: [UInt8], _ format: WireFormat) -> ClientMessage? {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        switch format {
        case .json: return try? ClientMessage(jsonUTF8Bytes: bytes, options: options)
        case .binary: return try? ClientMessage(serializedBytes: bytes)
        }
    }

    /// A reader that uses protobuf alone reads the same message: two readers who disagree are how
    /// commands are smuggled past one of them.
    private static func expectAgreement(
        _ bytes: UnsafeRawBufferPointer, with alone: ClientMessage, _ format: WireFormat
    ) {
        guard var whole = decode(Array(bytes), format) else { return }
        whole.unknownFields = UnknownStorage()
        Oracle.require(whole == alone, "protobuf reads\n\(whole)\nand we read\n\(alone)")
    }

    /// A decoded message, encoded again in either format, decodes to the same.
    private static func expectSameWhenSentAgain(
        _ message: ClientMessage, _ entry: CatalogEntry, _ format: WireFormat
    ) {
        let bytes: [UInt8]? =
            format == .json ? try? message.jsonUTF8Bytes() : try? message.serializedBytes()
        guard let bytes else { return Oracle.require(false, "cannot be encoded: \(message)") }
        bytes.withUnsafeBytes { raw in
            guard let envelope = try? CommandEnvelope(opening: raw, format: format) else {
                return Oracle.require(false, "not opened again: \(message)")
            }
            Oracle.require(Commands.catalog[envelope.name]?.name == entry.name, "another command")
            Oracle.require(isUnderstood(envelope, entry), "not understood again: \(message)")
            Oracle.require(envelope.id == message.id, "another id: \(envelope.id)")
        }
    }
}
