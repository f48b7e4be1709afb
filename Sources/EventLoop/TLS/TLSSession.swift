import COpenSSL
import Glibc

/// One connection's TLS: between the plain bytes of the loop and the socket.
///
/// It never blocks and never waits: what it needs of the socket it says, and is called again.
final class TLSSession {
    enum Role {
        case server(TLSCredentials)
        case client(TLSServer)
    }

    /// Which way of the socket something waits for that one would not expect.
    struct Crossing: OptionSet {
        let rawValue: UInt8

        /// Reading, or the handshake, goes on when the socket takes bytes.
        static let readNeedsWritable = Self(rawValue: 1)
        /// Writing goes on when the socket has bytes.
        static let writeNeedsReadable = Self(rawValue: 2)
    }

    enum HandshakeOutcome {
        case done
        case wouldBlock
        /// The peer has left in the middle, or its connection broke.
        case lost
        /// Either end refused the other; the reason is for a log or a person.
        case failed(reason: String)
    }

    /// Most bytes that one call takes from the socket, as with a plain read.
    private static let allowanceBytes = 65_536

    let ssl: OpaquePointer
    private let number: Int32
    /// What the socket's last call left, when that was more than "not now".
    private(set) var socketError: Int32 = 0
    /// What this call may still take from the socket.
    private var allowance = 0
    /// Whether the socket had no more, or this call had its share of it.
    private(set) var isDry = false
    /// What the socket took during this call.
    private(set) var transmittedCount = 0
    var crossing: Crossing = []
    /// Whether a record of ours is enciphered, and the socket has taken part of it or none.
    var isWriteHalfDone = false
    /// Whether reading again may bring something although the socket stays silent.
    var hasMore = false
    /// How reading ended after bytes that were handed out first.
    var heldBack: ByteStream.ReadOutcome?
    /// What the peer says about the handshake after it, and whether that was too much.
    private var postHandshake: PostHandshakeCount
    private(set) var isFlooded = false
    /// After a fatal error OpenSSL must not be called again, not even to say goodbye.
    var isBroken = false

    /// - Parameter postHandshakeMax: most handshake messages a minute after the handshake.
    /// - Returns: nil when there is no memory, or the server's name cannot be checked.
    init?(_ number: Int32, _ role: Role, postHandshakeMax: Int) {
        let context =
            switch role {
            case .server(let credentials): credentials.context
            case .client(let server): server.trust.context
            }
        ERR_clear_error()
        guard let ssl = SSL_new(context.pointer) else { return nil }
        self.ssl = ssl
        self.number = number
        postHandshake = PostHandshakeCount(max: postHandshakeMax)
        guard let bio = SocketBIO.make(for: self) else { return nil }
        SSL_set_bio(ssl, bio, bio)
        switch role {
        case .server: SSL_set_accept_state(ssl)
        case .client(let server):
            guard expect(server.name) else { return nil }
            if server.offersHTTP {
                let protocols = ApplicationProtocol.wire
                SSL_set_alpn_protos(ssl, protocols, UInt32(protocols.count))
            }
            SSL_set_connect_state(ssl)
        }
    }

    deinit { SSL_free(ssl) }

    /// Goes on with the handshake as far as the socket allows.
    func handshake() -> HandshakeOutcome {
        begin()
        let status = SSL_do_handshake(ssl)
        guard status != 1 else {
            crossing = []
            hasMore = SSL_has_pending(ssl) == 1
            watchMessages()
            return .done
        }
        switch SSL_get_error(ssl, status) {
        case SSL_ERROR_WANT_READ:
            crossing = []
            return .wouldBlock
        case SSL_ERROR_WANT_WRITE:
            crossing = .readNeedsWritable
            return .wouldBlock
        case SSL_ERROR_SSL:
            isBroken = true
            return .failed(reason: TLSReason.ofHandshake(ssl))
        default:
            isBroken = true
            return .lost
        }
    }

    /// Tells the peer that nothing more comes, if the socket takes it at once.
    ///
    /// - Source: RFC 8446 §6.1
    func sayGoodbye() {
        guard !isBroken, SSL_is_init_finished(ssl) == 1 else { return }
        begin()
        SSL_shutdown(ssl)
        ERR_clear_error()
    }

    /// To be called before each call of OpenSSL's that may touch the socket.
    func begin() {
        // What another connection left in this thread's queue would be taken for ours.
        ERR_clear_error()
        socketError = 0
        allowance = Self.allowanceBytes
        isDry = false
        transmittedCount = 0
    }

    /// Has the certificate checked for `name`, and tells the server which one is meant.
    ///
    /// - Source: RFC 6066 §3: a numeric address is no server name; RFC 9525 §6.
    private func expect(_ name: String) -> Bool {
        // OpenSSL checks nothing when the name is empty, and would stop at a NUL.
        guard !name.isEmpty, !name.utf8.contains(0) else { return false }
        let bare = name.hasSuffix(".") ? String(name.dropLast()) : name
        if name != "localhost", SocketAddress.parse(host: name, port: 0) != nil {
            let digits = name.filter { $0 != "[" && $0 != "]" }
            return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), digits) == 1
        }
        SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        return SSL_set1_host(ssl, bare) == 1 && upfor_ssl_name_server(ssl, bare) == 1
    }
}

// MARK: - After the handshake

extension TLSSession {
    /// Has handshake messages of the peer's counted from now on: changes of keys, and attempts to
    /// begin again, each of which we answer.
    private func watchMessages() {
        upfor_ssl_set_msg_callback_arg(ssl, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_msg_callback(ssl, Self.noteMessage)
    }

    // SAFETY: `watchMessages` has put the session there, which outlives its SSL object.
    private static let noteMessage:
        @convention(c) (
            Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?
        ) -> Void = { isOurs, _, kind, _, _, _, argument in
            guard isOurs == 0, kind == SSL3_RT_HANDSHAKE, let argument else { return }
            let session = Unmanaged<TLSSession>.fromOpaque(argument)
            session._withUnsafeGuaranteedRef { $0.notePostHandshake() }
        }

    private func notePostHandshake() {
        guard postHandshake.exceeds(atMilliseconds: LoopClock.milliseconds()) else { return }
        isFlooded = true
        // OpenSSL would go on with hundreds more that it has read ahead, unless it takes this for
        // the end of the stream.
        SSL_set_shutdown(ssl, SSL_RECEIVED_SHUTDOWN)
    }
}

// MARK: - Called by the BIO

extension TLSSession {
    /// - Returns: how many bytes came; 0 at the end of the stream; less when there are none now
    ///   or, if `socketError` says so, ever.
    func receive(into buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        isDry = allowance <= 0
        guard !isDry else { return -1 }
        let got = recv(number, buffer, count, 0)
        if got < 0, errno != EAGAIN, errno != EINTR { socketError = errno }
        isDry = got < 0
        allowance -= max(0, got)
        return got
    }

    /// - Returns: how many bytes the socket took; less than 1 when it took none, as `receive`.
    func transmit(_ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        let put = Glibc.send(number, bytes, count, Int32(MSG_NOSIGNAL))
        if put < 0, errno != EAGAIN, errno != EINTR { socketError = errno }
        transmittedCount += max(0, put)
        return put
    }
}

/// How many handshake messages a peer has sent within a minute, once its handshake was done.
///
/// An honest peer sends one in months. Each costs us ten times what a small record does, and a read
/// of 64 KiB has room for 2,400 of them.
struct PostHandshakeCount {
    private static let windowMilliseconds: Int64 = 60_000

    private let countMax: Int32
    private var count: Int32 = 0
    private var endsAtMilliseconds = Int64.min

    /// - Parameter countMax: most messages a minute.
    init(max countMax: Int) {
        self.countMax = Int32(clamping: countMax)
    }

    /// One more has come.
    ///
    /// - Returns: whether that is one too many.
    mutating func exceeds(atMilliseconds now: Int64) -> Bool {
        if now >= endsAtMilliseconds {
            endsAtMilliseconds = now &+ Self.windowMilliseconds
            count = 0
        }
        guard count < countMax else { return true }
        count += 1
        return false
    }
}

extension TLSSession {
    /// Fills `buffer` as far as what has come allows, and says in `hasMore` whether some of that
    /// is left inside. Part of a record does not count: its rest will wake the loop.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStream.ReadOutcome {
        hasMore = false
        if let heldBack {
            self.heldBack = nil
            return heldBack
        }
        guard !isBroken else { return .failed(errno: EPROTO) }
        begin()
        crossing.remove(.readNeedsWritable)
        var count = 0
        repeat {
            // OpenSSL would answer the second change of keys in the middle of a record of ours.
            guard !isWriteHalfDone || SSL_get_key_update_type(ssl) == SSL_KEY_UPDATE_NONE else {
                crossing.insert(.readNeedsWritable)
                return count > 0 ? .bytes(count) : .wouldBlock
            }
            var got = 0
            let room = buffer.count - count
            let status = SSL_read_ex(ssl, buffer.baseAddress?.advanced(by: count), room, &got)
            guard !isFlooded else { return flooded() }
            if status == 1 {
                count += got
                hasMore = SSL_has_pending(ssl) == 1
            } else if let outcome = readFailure() {
                guard count > 0 else { return outcome }
                hold(outcome)
                return .bytes(count)
            } else {
                hasMore = true
            }
        } while count < buffer.count && hasMore
        return .bytes(count)
    }

    /// - Returns: nil when it was no failure: a record that carried no bytes for us.
    private func readFailure() -> ByteStream.ReadOutcome? {
        hasMore = false
        switch SSL_get_error(ssl, 0) {
        case SSL_ERROR_WANT_READ: return isDry ? .wouldBlock : nil
        case SSL_ERROR_WANT_WRITE:
            crossing.insert(.readNeedsWritable)
            return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: return .end
        default: return .failed(errno: broken())
        }
    }

    private func flooded() -> ByteStream.ReadOutcome {
        _ = broken()
        hasMore = false
        return .flooded
    }

    /// Keeps the end of the stream for the next call, since there are bytes to be handed out.
    private func hold(_ outcome: ByteStream.ReadOutcome) {
        if case .wouldBlock = outcome { return }
        heldBack = outcome
        hasMore = true
    }

    /// Writes in records of up to 16 KiB until the socket takes no more.
    ///
    /// After `.wouldBlock` the same bytes, and perhaps more behind them, are to be offered again:
    /// OpenSSL has enciphered the first of them already.
    func write(_ bytes: UnsafeRawBufferPointer) -> ByteStream.WriteOutcome {
        guard !isBroken else { return .failed(errno: EPROTO) }
        begin()
        isWriteHalfDone = false
        var count = 0
        while count < bytes.count {
            var put = 0
            let rest = bytes.count - count
            guard SSL_write_ex(ssl, bytes.baseAddress?.advanced(by: count), rest, &put) == 1 else {
                return writeFailure(after: count)
            }
            crossing.remove(.writeNeedsReadable)
            count += put
        }
        return .wrote(count)
    }

    private func writeFailure(after count: Int) -> ByteStream.WriteOutcome {
        let error = SSL_get_error(ssl, 0)
        crossing.remove(.writeNeedsReadable)
        switch error {
        case SSL_ERROR_WANT_WRITE: isWriteHalfDone = true
        case SSL_ERROR_WANT_READ: crossing.insert(.writeNeedsReadable)
        default: return .failed(errno: broken())
        }
        // Part of a record counts as progress: a peer that takes it has not stalled.
        return count > 0 || transmittedCount > 0 ? .wrote(count) : .wouldBlock
    }

    /// No call of OpenSSL's may follow. The error is the socket's or, if that has none, TLS's.
    private func broken() -> Int32 {
        isBroken = true
        ERR_clear_error()
        return socketError == 0 ? EPROTO : socketError
    }
}
