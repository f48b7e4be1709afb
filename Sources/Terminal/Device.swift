import Glibc

/// What this computer is called when it signs in.
enum Device {
    /// The host's name, or `terminal`; 1 to 64 characters.
    static func name() -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "terminal" }
        let name = String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? "terminal" : String(name.prefix(64))
    }
}
