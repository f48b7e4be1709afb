import COpenSSL
import Glibc

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
