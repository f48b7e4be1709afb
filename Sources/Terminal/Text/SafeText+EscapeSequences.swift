extension SafeText {
    /// The text without terminal control sequences, each taken out as a whole: removing only the
    /// escape would leave its parameters lying about as letters.
    ///
    /// - Source: ECMA-48 §5.3, §5.4 (control sequences), §5.6 (control strings).
    static func scalarsOutsideSequences(_ raw: String) -> [Unicode.Scalar] {
        let scalars = Array(raw.unicodeScalars)
        var kept: [Unicode.Scalar] = []
        var rest = scalars[...]
        while let scalar = rest.popFirst() {
            if let introducer = introducer(scalar, &rest) {
                skipSequence(introducer, &rest)
            } else {
                kept.append(scalar)
            }
        }
        return kept
    }

    private enum Introducer {
        case controlSequence
        case controlString
        case other
    }

    /// Whether `scalar` starts a sequence, in its 7-bit form (ESC and a letter) or its 8-bit one.
    private static func introducer(
        _ scalar: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
    ) -> Introducer? {
        switch scalar.value {
        case 0x9B: return .controlSequence
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: return .controlString
        case 0x1B: break
        default: return nil
        }
        switch rest.first {
        case "[":
            rest.removeFirst()
            return .controlSequence
        case "]", "P", "X", "^", "_":
            rest.removeFirst()
            return .controlString
        default: return .other
        }
    }

    private static func skipSequence(
        _ introducer: Introducer, _ rest: inout ArraySlice<Unicode.Scalar>
    ) {
        switch introducer {
        case .controlSequence:
            rest = rest.drop { (0x20...0x3F).contains($0.value) }
            if let final = rest.first, (0x40...0x7E).contains(final.value) { rest.removeFirst() }
        case .controlString:
            guard let end = endOfControlString(rest) else { return }
            rest = rest[end...]
        case .other:
            rest = rest.drop { (0x20...0x2F).contains($0.value) }
            if let final = rest.first, (0x30...0x7E).contains(final.value) { rest.removeFirst() }
        }
    }

    /// The index behind BEL or ST. Nil without one: then the rest is text, and is shown.
    private static func endOfControlString(_ rest: ArraySlice<Unicode.Scalar>) -> Int? {
        for index in rest.indices {
            switch rest[index].value {
            case 0x07, 0x9C: return index + 1
            case 0x1B where index + 1 < rest.endIndex && rest[index + 1] == "\\": return index + 2
            default: continue
            }
        }
        return nil
    }
}
