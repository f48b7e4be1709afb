@testable import Terminal

extension Keyboard {
    /// What a keyboard makes of keys.
    ///
    /// - Parameter parts: the keys' bytes, as they are read.
    static func typed(_ parts: [ArraySlice<UInt8>]) -> String {
        var keyboard = Keyboard()
        var typed = String.UnicodeScalarView()
        for part in parts {
            keyboard.take(part)
            while let scalar = keyboard.next() { typed.append(scalar) }
        }
        return String(typed)
    }
}
