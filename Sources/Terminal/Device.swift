import Glibc

/// What this device is called when it signs in for the first time; its profile keeps the name.
///
/// To the server a device is its name: of two that are called alike, each takes the other's
/// session. So a name that nobody chose ends in letters that were drawn for it.
enum Device {
    /// How many of a host's name are kept, so that a name has no more than 64 characters.
    private static let hostLengthMax = 59
    private static let tailLength = 4
    /// Those that are read out over a telephone without being mistaken.
    private static let tailLetters = "abcdefghjkmnpqrstuvwxyz23456789"

    /// - Parameters:
    ///   - chosen: what `--device` says; nil or empty for UPFOR_DEVICE.
    ///   - kept: the name in the profile, for who has signed in here before.
    /// - Returns: a name that was chosen, else the one that was kept, else a new one.
    static func name(
        chosen: String?, kept: String?, environment: [String: String]
    ) -> String {
        let names = [chosen, environment["UPFOR_DEVICE"], kept].lazy.compactMap(\.self)
        return names.first { !$0.isEmpty } ?? newName()
    }

    /// The host's name, or `terminal`, and what no other device has.
    private static func newName() -> String {
        let tail = String((0..<tailLength).compactMap { _ in tailLetters.randomElement() })
        return "\(hostName.prefix(hostLengthMax))-\(tail)"
    }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "terminal" }
        let name = String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? "terminal" : name
    }
}
