import Dispatch
import EventLoop
import Kernel

/// Sends files that are longer than a piece: the next one is read when the peer has taken the last.
///
/// Pieces are read on a thread of the loop's own. No file stays open between two pieces, so that
/// peers that read slowly take no descriptors.
struct FileSender: LoopPart {
    let state: LoopState
    private let reader = DispatchQueue(label: "upfor.files", qos: .utility)

    init(_ state: LoopState) { self.state = state }

    /// Reads the next piece of the file that a connection is sent.
    func sendOn(
        _ exchange: ClientExchange, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let file = exchange.file else { return }
        exchange.file = nil
        reader.async {
            var file = file
            let isThere = (try? file.readPiece()) ?? false
            let next = isThere ? file : nil
            loop.post { loop in loop.handler.fileSender.send(next, connection, loop) }
        }
    }

    /// - Parameter file: nil when it was removed, or cannot be read: the peer learns it from the
    ///   end of the connection, since the head of the answer promised more.
    private func send(
        _ file: FileAnswer?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = loop.handler.exchange(at: .sending, of: connection) else { return }
        guard var file,
            loop.send([], body: file.piece, isShared: false, to: connection) == .queued
        else { return loop.abort(connection) }
        guard !file.isComplete else {
            return loop.handler.answered(keepsAlive: exchange.keepsAlive, connection, loop)
        }
        file.dropPiece()
        exchange.file = file
        loop.notifyWhenDrained(connection)
    }
}
