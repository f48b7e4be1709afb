import EventLoop
import HTTP

/// A handler's state of each of its connections, found by index: no dictionary, no class.
///
/// It grows in chunks that never move, so that ten thousand connections are not copied when one
/// more comes. A class with plain pointers, since a handler looks its peers up all the time: as a
/// value each look was checked for exclusive access to the handler's property, 100 instructions.
///
/// - Memory: `MemoryLayout<Peer>.stride` for each place that was ever in use.
final class PeerTable {
    private static let chunkBits: UInt32 = 8
    private static let chunkCount = 1 << Int(chunkBits)

    // SAFETY: every chunk holds `chunkCount` initialized peers, for as long as the table lives;
    // an index is masked to lie inside its chunk.
    private var chunks: [UnsafeMutablePointer<Peer>] = []

    deinit {
        for chunk in chunks {
            chunk.deinitialize(count: Self.chunkCount)
            chunk.deallocate()
        }
    }

    /// Makes place for a new connection, whatever was there before.
    func open(_ connection: ConnectionID, limits: HTTPLimits) {
        while chunks.count <= Int(connection.index >> Self.chunkBits) {
            let chunk = UnsafeMutablePointer<Peer>.allocate(capacity: Self.chunkCount)
            for offset in 0..<Self.chunkCount { (chunk + offset).initialize(to: Peer()) }
            chunks.append(chunk)
        }
        place(of: connection).pointee = Peer(
            generation: connection.generation, limits: limits)
    }

    /// Forgets a connection.
    func close(_ connection: ConnectionID) {
        place(of: connection).pointee = Peer()
    }

    /// Whether this very connection, and no later tenant of its place, is known.
    func holds(_ connection: ConnectionID) -> Bool {
        Int(connection.index >> Self.chunkBits) < chunks.count
            && place(of: connection).pointee.generation == connection.generation
            && place(of: connection).pointee.isHere
    }

    /// The HTTP exchange of a connection; nil when it speaks another protocol, or is not known any
    /// more.
    func exchange(of connection: ConnectionID) -> ClientExchange? {
        holds(connection) ? self[connection].exchange : nil
    }

    /// The connection's own state. It must be held.
    subscript(connection: ConnectionID) -> Peer {
        _read { yield place(of: connection).pointee }
        _modify { yield &place(of: connection).pointee }
    }

    /// Calls `body` for every connection that is held.
    func forEach(_ body: (ConnectionID) -> Void) {
        for (number, chunk) in chunks.enumerated() {
            for offset in 0..<Self.chunkCount where chunk[offset].isHere {
                let index = UInt32(number) << Self.chunkBits | UInt32(offset)
                body(ConnectionID(index: index, generation: chunk[offset].generation))
            }
        }
    }

    private func place(of connection: ConnectionID) -> UnsafeMutablePointer<Peer> {
        chunks[Int(connection.index >> Self.chunkBits)]
            + Int(connection.index) & (Self.chunkCount - 1)
    }
}
