import CQRencode

/// A short text as a QR code, drawn with half blocks: each line has two rows of modules.
struct QRCode: Sendable {
    /// Light modules around the code.
    ///
    /// - Source: ISO/IEC 18004 §6.3.8.
    private static let marginCount = 4
    /// Black on white, whatever colours the terminal has: cameras expect a light ground.
    private static let colours = "\u{1B}[30;107m"
    private static let noColours = "\u{1B}[0m"

    /// Modules on each side, without the margin.
    let width: Int
    /// Whether each module is dark, row by row.
    private let isDark: [Bool]

    /// - Returns: nil for a text that is too long, or without memory.
    init?(_ text: String) {
        // SAFETY: the library returns width * width bytes; they are copied before it frees them.
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else {
            return nil
        }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        let modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        isDark = modules.map { $0 & 1 == 1 }
    }

    /// As a terminal shows it.
    var lines: [String] {
        let places = -Self.marginCount..<width + Self.marginCount
        return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
            let blocks = places.map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return Self.colours + blocks.joined() + Self.noColours
        }
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return isDark[row * width + column]
    }
}
