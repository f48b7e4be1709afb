/// A line that is typed unseen, key by key.
///
/// The terminal's own line editing is off meanwhile, and ^C a key like others: a signal would end
/// the program and leave the terminal without its echo.
struct HiddenLine {
    /// How far it has come.
    enum Course: Equatable, Sendable {
        case typing
        case entered(String)
        case abandoned
    }

    private var bytes: [UInt8] = []

    /// Takes one key: Enter, Backspace, ^U, ^C, ^D, or a byte of the line.
    mutating func take(_ byte: UInt8) -> Course {
        switch byte {
        case 0x0A, 0x0D: return .entered(String(decoding: bytes, as: UTF8.self))
        case 0x03: return .abandoned
        case 0x04 where bytes.isEmpty: return .abandoned
        case 0x7F, 0x08: removeCharacter()
        case 0x15: bytes.removeAll()
        default: bytes.append(byte)
        }
        return .typing
    }

    private mutating func removeCharacter() {
        while let byte = bytes.popLast(), byte & 0xC0 == 0x80 {}
    }
}
