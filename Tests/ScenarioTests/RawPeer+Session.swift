import Testing

@testable import Server

extension RawPeer {
    /// Makes an account over this connection, and returns a token of it.
    func register(_ name: String) throws -> String {
        say(
            #"{"id":1,"accountRegister":{"username":"\#(name)","email":"\#(name)@a.org","#
                + #""password":"correct horse","device":"raw"}}"#)
        return try #require(Self.token(in: try next()))
    }

    /// The token that an answer brings; nil when it brings none.
    static func token(in answer: String) -> String? {
        guard let start = answer.firstRange(of: #""token":""#)?.upperBound else { return nil }
        return String(answer[start...].prefix { $0 != "\"" })
    }

    /// The command that opens a session.
    static func open(_ token: String, id: Int = 2, device: String = "raw") -> String {
        #"{"id":\#(id),"sessionOpen":{"token":"\#(token)","device":"\#(device)","after":0}}"#
    }

    /// A new user who has signed in.
    static func user(_ name: String, at site: Site, receiveBytes: Int32? = nil) throws -> RawPeer {
        let peer = try RawPeer(port: site.daemon.port, receiveBytes: receiveBytes)
        _ = try peer.upgrade()
        peer.say(open(try peer.register(name)))
        _ = try peer.next()
        return peer
    }
}
