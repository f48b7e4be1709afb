/// The beginning of a head whose rest has not come yet.
struct PartialHead {
    private var bytes = [14 of UInt8](repeating: 0)
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// Moves what the head still lacks out of `input`.
    ///
    /// - Returns: the head once it is whole; nil when `input` is used up before.
    mutating func take(
        from input: inout UnsafeMutableRawBufferPointer, as role: Role
    ) throws(Violation) -> FrameHead? {
        while count < bytes.count, let byte = input.takeFirst(1).first {
            bytes[count] = byte
            count += 1
            if let head = try parse(as: role) {
                count = 0
                return head
            }
        }
        return nil
    }

    private func parse(as role: Role) throws(Violation) -> FrameHead? {
        try FrameHead.parse(bytes.span.bytes.extracting(first: count), as: role)
    }
}
