import WebSocket

extension Target {
    /// The payload of one compressed message: ours against zlib, in one frame and in fragments.
    static let inflate = Target(name: "inflate", seeds: { InflateSeeds.all }) { input in
        let inflater = Inflater()
        let opcode: UInt8 = input.chooses(1) ? 0x01 : 0x02
        let limits = InflateTarget.limits(input)
        let whole = FrameSeeds.frame(0xC0 | opcode, input.bytes, to: .client)
        let said = Ear.heard([whole[...]], as: .client, limits: limits, inflater: inflater)
        InflateTarget.expect(said, of: input, opcode: opcode, limits: limits)
        InflateTarget.expectBound(whole, said, inflater)
        InflateTarget.expectLittleHeld(whole, input, limits: limits, inflater)
        guard limits.fragmentsMax > 1 else { return }
        for pieces in Splits.all(of: input.bytes, seed: input.seed) where !pieces.isEmpty {
            let frames = InflateTarget.fragments(pieces, opcode)
            let again = Ear.heard([frames[...]], as: .client, limits: limits, inflater: inflater)
            Oracle.require(again == said, "\(pieces.map(\.count)): \(again), whole: \(said)")
        }
    }
}

enum InflateTarget {
    /// A few fragments allow few blocks; else there are never too many of either.
    static func limits(_ input: Input) -> MessageLimits {
        MessageLimits(
            messageBytesMax: input.chooses(0) ? 2_100 : 65_536,
            fragmentsMax: input.chooses(2) ? 1 : 4_096)
    }

    static func fragments(_ pieces: [ArraySlice<UInt8>], _ opcode: UInt8) -> [UInt8] {
        pieces.enumerated().flatMap { index, piece in
            let begin = index == 0 ? 0x40 | opcode : 0
            let final: UInt8 = index == pieces.count - 1 ? 0x80 : 0
            return FrameSeeds.frame(begin | final, piece, to: .client)
        }
    }

    /// What zlib says of the payload.
    static func expect(
        _ said: [Said], of input: Input, opcode: UInt8, limits: MessageLimits
    ) {
        if said == [.violation(.tooManyBlocks)] {
            // The shortest block has ten bits.
            let blocks = input.bytes.count * 8 / 10
            return Oracle.require(
                limits.fragmentsMax == 1 && blocks >= 64, "too many of \(blocks) blocks")
        }
        let reading = Zlib.reading(
            input.bytes, windowBits: 15, bytesMax: limits.messageBytesMax)
        let expected: Said =
            switch reading {
            case .broken: .violation(.invalidDeflate)
            case .tooBig: .violation(.inflatedTooBig(limit: limits.messageBytesMax))
            case .message(let bytes) where opcode == 0x02: .message(.binary, bytes)
            case .message(let bytes):
                String(validating: bytes, as: UTF8.self) == nil
                    ? .violation(.invalidText) : .message(.text, bytes)
            }
        Oracle.require(said == [expected], "\(said)\nand zlib: \(expected)")
    }

    /// A message fits a limit of its own size, and not one of a byte less.
    static func expectBound(_ frame: [UInt8], _ said: [Said], _ inflater: Inflater) {
        guard case .message(_, let bytes)? = said.first, let less = bytes.indices.last else {
            return
        }
        // A longer one may be refused by its head: compressed bytes have a limit, 64 at the least.
        guard frame.count <= 64 else { return }
        for (limit, expected) in [
            (bytes.count, said), (less, [Said.violation(.inflatedTooBig(limit: less))]),
        ] {
            let limits = MessageLimits(messageBytesMax: limit)
            let again = Ear.heard([frame[...]], as: .client, limits: limits, inflater: inflater)
            Oracle.require(again == expected, "\(bytes.count) bytes, limit \(limit): \(again)")
        }
    }

    /// The memory held between reads is at most one message, and twice the input so far.
    static func expectLittleHeld(
        _ frame: [UInt8], _ input: Input, limits: MessageLimits, _ inflater: Inflater
    ) {
        let most = limits.messageBytesMax + 512
        Heap.bound(
            Splits.seeded(frame, seed: input.seed), allowed: { most + 2 * $0 }
        ) {
            let ear = Ear(role: .client, limits: limits, inflater: inflater)
            return { ear.hear($0) { _ in } }
        }
    }
}
