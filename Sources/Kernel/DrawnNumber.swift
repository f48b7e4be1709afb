/// Numbers by which people know a group, a duel, a project: drawn by chance, so that they tell
/// neither how many there are nor when others were made, and cannot be walked
/// (docs/decisions/0051).
public enum DrawnNumber {
    /// Smaller ones were counted, before they were drawn. All fit a signed number of 32 bits.
    private static let numbers: Range<UInt32> = 1 << 24..<1 << 31
    /// Of chance, for one number.
    public static let byteCount = 4

    /// The number that these bytes are.
    public static func number(of bytes: [UInt8]) -> UInt32 {
        let chance = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return numbers.lowerBound + chance % UInt32(numbers.count)
    }
}

extension Transaction {
    /// A number for something new.
    ///
    /// - Parameter isTaken: whether something of its kind has it.
    public func drawNumber(
        isTaken: (UInt32) throws(Refusal) -> Bool
    ) throws(Refusal) -> UInt32 {
        var number: UInt32
        repeat {
            number = DrawnNumber.number(of: randomBytes(DrawnNumber.byteCount))
        } while try isTaken(number)
        return number
    }
}
