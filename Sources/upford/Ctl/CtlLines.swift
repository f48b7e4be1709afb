import Synchronization

/// Makes lines of bytes that come in any pieces.
final class CtlLines: Sendable {
    private let rest = Mutex<[UInt8]>([])
    private let show: @Sendable ([UInt8]) -> Void

    init(_ show: @escaping @Sendable ([UInt8]) -> Void) {
        self.show = show
    }

    /// - Returns: true: go on.
    func take(_ bytes: [UInt8]) -> Bool {
        let lines = rest.withLock { rest in
            var lines = (rest + bytes).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = Array(lines.popLast() ?? [])
            return lines.map(Array.init)
        }
        for line in lines { show(line) }
        return true
    }
}
