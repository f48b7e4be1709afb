/// A JPEG in which each part is there once, is as long as it is, and is used: decoders pass over
/// what they do not need.
///
/// What is within the coded data is the decoder's: it complains of data that end early, or go on
/// behind the last pixel.
///
/// - Source: ITU-T T.81 §B.1, §B.2, §G.1.1.1; T.871 §10.1.
struct WholeJPEG {
    /// A component of the picture.
    private struct Component {
        let id: UInt8
        let steps: Int
        /// The coefficients that have come, one bit each.
        var begun: UInt64 = 0
    }

    private var components: [Component] = []
    private var isProgressive = false
    /// The tables of steps that are there.
    private var steps: Set<Int> = []
    /// Whether each table of codes is used; by its class and number.
    private var codes: [UInt8: Bool] = [:]
    private var notes: Set<UInt8> = []
    /// Whether an interval was said that no scan has used yet.
    private var hasInterval = false

    private init() {}

    static func check(_ view: ByteView) throws(PictureFailure) {
        var whole = WholeJPEG()
        var offset = 2
        while let marker = view.byte(at: offset + 1), view.byte(at: offset) == 0xFF {
            if marker == 0xD9 {
                guard offset + 2 == view.count else { throw .broken }
                return try whole.end()
            }
            guard let length = view.number(2, at: offset + 2),
                let data = view.part(at: offset + 4, count: length - 2)
            else { throw .broken }
            try whole.take(marker, data)
            offset += 2 + length
            if marker == 0xDA {
                offset = PictureHead.scanEnd(view, offset)
                // No restart and no fill behind the last pixel.
                guard let last = view.byte(at: offset - 1), last != 0xFF,
                    last == 0 || view.byte(at: offset - 2) != 0xFF
                else { throw .broken }
            }
        }
        throw .broken
    }

    private mutating func take(_ marker: UInt8, _ data: ByteView) throws(PictureFailure) {
        switch marker {
        case 0xC0...0xC2: try takeFrame(data, isProgressive: marker == 0xC2)
        case 0xC4: try takeCodes(data)
        case 0xDA: try takeScan(data)
        case 0xDB: try takeSteps(data)
        case 0xDD:
            guard !hasInterval, data.count == 2 else { throw .broken }
            hasInterval = true
        // JFIF without a thumbnail, and Adobe's word on colours.
        case 0xE0:
            guard data.count == 14, data.holds("JFIF\0", at: 0), data.number(2, at: 12) == 0
            else { throw .broken }
            try takeNote(marker)
        case 0xEE:
            guard data.count == 12, data.holds("Adobe", at: 0) else { throw .broken }
            try takeNote(marker)
        default: throw .broken
        }
    }

    private mutating func takeNote(_ marker: UInt8) throws(PictureFailure) {
        guard notes.insert(marker).inserted, components.isEmpty else { throw .broken }
    }

    private mutating func takeFrame(
        _ data: ByteView, isProgressive: Bool
    ) throws(PictureFailure) {
        guard components.isEmpty, data.byte(at: 0) == 8, let count = data.byte(at: 5),
            (1...4).contains(count), data.count == 6 + 3 * Int(count)
        else { throw .broken }
        self.isProgressive = isProgressive
        for place in 0..<Int(count) {
            guard let id = data.byte(at: 6 + 3 * place), let steps = data.byte(at: 8 + 3 * place),
                component(id) == nil
            else { throw .broken }
            components.append(Component(id: id, steps: Int(steps)))
        }
    }

    private func component(_ id: UInt8) -> Int? { components.firstIndex { $0.id == id } }

    private mutating func takeSteps(_ data: ByteView) throws(PictureFailure) {
        var offset = 0
        repeat {
            guard let head = data.byte(at: offset), head >> 4 <= 1, head & 15 <= 3,
                steps.insert(Int(head & 15)).inserted
            else { throw .broken }
            offset += head >> 4 == 0 ? 65 : 129
        } while offset < data.count
        guard offset == data.count else { throw .broken }
    }

    /// A value has one code, and a table gives way to another when it was used.
    private mutating func takeCodes(_ data: ByteView) throws(PictureFailure) {
        var offset = 0
        repeat {
            guard let head = data.byte(at: offset), head >> 4 <= 1, head & 15 <= 3,
                codes[head] != false, let counts = data.part(at: offset + 1, count: 16)
            else { throw .broken }
            let count = counts.bytes.reduce(0) { $0 + Int($1) }
            guard let values = data.part(at: offset + 17, count: count), count > 0,
                Set(values.bytes).count == count
            else { throw .broken }
            codes[head] = false
            offset += 17 + count
        } while offset < data.count
    }

    /// Of each component each coefficient begins in one scan; the others refine it.
    private mutating func takeScan(_ data: ByteView) throws(PictureFailure) {
        guard let count = data.byte(at: 0).map(Int.init), (1...4).contains(count),
            data.count == 4 + 2 * count, let first = data.byte(at: 1 + 2 * count),
            let last = data.byte(at: 2 + 2 * count), let bits = data.byte(at: 3 + 2 * count),
            first <= last, last <= 63, isProgressive || (first, last, bits) == (0, 63, 0)
        else { throw .broken }
        let coefficients = (UInt64.max << UInt64(first)) & (UInt64.max >> UInt64(63 - last))
        for place in 0..<count {
            guard let id = data.byte(at: 1 + 2 * place), let tables = data.byte(at: 2 + 2 * place),
                let component = component(id)
            else { throw .broken }
            if bits >> 4 == 0 {
                guard components[component].begun & coefficients == 0 else { throw .broken }
                components[component].begun |= coefficients
                if first == 0 { use(tables >> 4) }
            }
            if last > 0 { use(0x10 | tables & 15) }
        }
        hasInterval = false
    }

    private mutating func use(_ table: UInt8) {
        if codes[table] != nil { codes[table] = true }
    }

    private func end() throws(PictureFailure) {
        guard !hasInterval, codes.values.allSatisfy(\.self), !components.isEmpty,
            components.allSatisfy({ $0.begun & 1 == 1 }), Set(components.map(\.steps)) == steps
        else { throw .broken }
    }
}
