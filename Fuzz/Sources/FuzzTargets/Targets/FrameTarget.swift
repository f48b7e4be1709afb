import WebSocket

extension Target {
    static let framesAsServer = frames(as: .server, "frames-as-server")
    static let framesAsClient = frames(as: .client, "frames-as-client")

    private static func frames(as role: Role, _ name: String) -> Target {
        Target(name: name, seeds: { FrameSeeds.all(to: role) }) { input in
            let limits = FrameTarget.limits(input)
            // One for every split, as one serves every connection: none may colour the next.
            let inflater = input.chooses(1) ? Inflater() : nil
            let said = Oracle.sameInEverySplit(input) {
                Ear.heard($0, as: role, limits: limits, inflater: inflater)
            }
            FrameTarget.expectRules(said, limits: limits)
            FrameTarget.expectSameWhenSentAgain(said, as: role, limits: limits, input)
            FrameTarget.expectLittleHeld(input, as: role, limits: limits, inflater)
        }
    }
}

/// What must be true of whatever an endpoint hears.
enum FrameTarget {
    /// Tight ones half the time: what happens at a limit is found only near it.
    static func limits(_ input: Input) -> MessageLimits {
        input.chooses(0) ? MessageLimits(messageBytesMax: 40, fragmentsMax: 3) : MessageLimits()
    }

    static func expectRules(_ said: [Said], limits: MessageLimits) {
        for (index, each) in said.enumerated() {
            Oracle.require(
                !each.isLast || index == said.count - 1, "goes on after its end: \(said)")
            switch each {
            case .message(let opcode, let bytes):
                let most = opcode.isControl ? 125 : limits.messageBytesMax
                Oracle.require(bytes.count <= most, "\(opcode) of \(bytes.count) bytes")
                if opcode == .text { expectText(bytes) }
            case .close(let code, let reason):
                Oracle.require(code?.mayBeReceived != false, "close \(String(describing: code))")
                Oracle.require(code != nil || reason.isEmpty, "a reason without a code")
                expectText(reason)
            case .violation(let violation):
                Oracle.require(violation.code.maySend, "\(violation) has no code to close with")
            }
        }
    }

    private static func expectText(_ bytes: [UInt8]) {
        let text = String(validating: bytes, as: UTF8.self)
        Oracle.require(text != nil, "not UTF-8: \(bytes)")
    }

    /// Messages that were read, framed by our own writer, are read again.
    static func expectSameWhenSentAgain(
        _ said: [Said], as role: Role, limits: MessageLimits, _ input: Input
    ) {
        let mask = role == .server ? UInt32(input.seed) &* 0x0101_0173 : nil
        var frames: [UInt8] = []
        for each in said { append(each, mask: mask, to: &frames) }
        let again = Ear.heard([frames[...]], as: role, limits: limits)
        Oracle.require(again == said.filter(isSendable), "sent again: \(again)\nfirst: \(said)")
    }

    private static func isSendable(_ said: Said) -> Bool {
        switch said {
        case .message: true
        case .close(let code, _): code?.maySend != false
        case .violation: false
        }
    }

    private static func append(_ said: Said, mask: UInt32?, to frames: inout [UInt8]) {
        guard isSendable(said) else { return }
        switch said {
        case .message(let opcode, let bytes):
            let before = frames.count
            bytes.withUnsafeBytes { FrameWriter.append(opcode, $0, mask: mask, to: &frames) }
            let head = FrameWriter.headerSize(forPayload: bytes.count, masked: mask != nil)
            Oracle.require(frames.count - before == head + bytes.count, "not the size announced")
        case .close(let code, let reason):
            let text = String(decoding: reason, as: UTF8.self)
            FrameWriter.appendClose(code, reason: text, mask: mask, to: &frames)
        case .violation: break
        }
    }

    /// What a peer makes us hold is no more than twice what it has sent, and than the limits; for
    /// compressed messages these are an eighth higher.
    static func expectLittleHeld(
        _ input: Input, as role: Role, limits: MessageLimits, _ inflater: Inflater?
    ) {
        let deflated = inflater == nil ? 0 : limits.messageBytesMax / 8 + 64
        let most = 2 * (limits.messageBytesMax + deflated + 125)
        Heap.bound(
            Splits.seeded(input.bytes, seed: input.seed), allowed: { min(2 * $0, most) + 512 }
        ) {
            let ear = Ear(role: role, limits: limits, inflater: inflater)
            return { ear.hear($0) { _ in } }
        }
    }
}
