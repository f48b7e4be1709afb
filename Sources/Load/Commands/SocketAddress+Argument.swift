import ArgumentParser
import EventLoop

extension SocketAddress {
    /// Reads `HOST:PORT`, numeric, which an option names.
    init(_ text: String, of option: String) throws(ValidationError) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]),
            let address = SocketAddress.parse(host: String(text[..<colon]), port: port)
        else { throw ValidationError("\(option): expected HOST:PORT, numeric, got \"\(text)\"") }
        self = address
    }
}
