/// The beginning of a head whose rest has not come yet.
struct PartialHead {
    private var bytes = [14 of UInt8](repeating: 0)
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// Moves what the head still lacks out of `input`.
    ///
    /// - Returns: the head once it is whole; nil when `input` is used up before.
    mutating func take(
        from input: inout UnsafeMutableRawBufferPointer, as role: Role, deflates: Bool
    ) throws(Violation) -> FrameHead? {
        while count < bytes.count, let byte = input.takeFirst(1).first {
            bytes[count] = byte
            count += 1
            if let head = try parse(as: role, deflates: deflates) {
                count = 0
                return head
            }
        }
        return nil
    }

    private func parse(as role: Role, deflates: Bool) throws(Violation) -> FrameHead? {
        let bytes = bytes.span.bytes.extracting(first: count)
        return try FrameHead.parse(bytes, as: role, deflates: deflates)
    }
}
