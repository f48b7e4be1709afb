extension SQL {
    /// What a statement says, but for its values: what a driver prepares once.
    ///
    /// A statement is recognized by where its pieces stand in the program, not by reading them.
    public struct Words: Hashable, Sendable {
        /// Of the program; none when the words are somebody else's.
        let pieces: [StaticString]
        /// Words that are not the program's own.
        private let other: String?

        /// Whether they stand in the program.
        var isOurs: Bool { other == nil }

        init(_ pieces: [StaticString]) { (self.pieces, other) = (pieces, nil) }

        init(_ text: String) { (pieces, other) = ([], text) }

        /// The statement, with `?` for each bind.
        public var text: String { other ?? pieces.map(\.description).joined() }

        /// Whether it is the same place of the program, or the same words of somebody else's.
        public static func == (left: Self, right: Self) -> Bool {
            left.pieces.elementsEqual(right.pieces) { $0.isSame(as: $1) }
                && left.other == right.other
        }

        /// By the place of the first piece: hardly two statements begin with the same.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(pieces.first?.place)
            hasher.combine(pieces.count)
            if let other { hasher.combine(other) }
        }
    }
}

extension StaticString {
    /// Where it stands in the program.
    fileprivate var place: UInt {
        hasPointerRepresentation ? UInt(bitPattern: utf8Start) : UInt(unicodeScalar.value)
    }

    fileprivate func isSame(as other: StaticString) -> Bool {
        place == other.place
            && (!hasPointerRepresentation || utf8CodeUnitCount == other.utf8CodeUnitCount)
    }
}
