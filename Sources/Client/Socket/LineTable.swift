import EventLoop

/// The connections of one loop, each a client's line to its server.
final class LineTable: ConnectionHandler {
    private var byIndex: [Line?] = []
    private var byNumber: [Line.Number: Line] = [:]

    /// Takes a line in; it is known by its number until it has ended.
    func add(_ line: Line) {
        byNumber[line.number] = line
        let index = Int(line.connection.index)
        while byIndex.count <= index { byIndex.append(nil) }
        byIndex[index] = line
    }

    /// The line of that number, if it has not ended.
    subscript(number: Line.Number) -> Line? { byNumber[number] }

    private func line(_ connection: ConnectionID) -> Line? {
        let index = Int(connection.index)
        guard index < byIndex.count, byIndex[index]?.connection == connection else { return nil }
        return byIndex[index]
    }
}

extension LineTable {
    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<LineTable>
    ) {
        line(connection)?.opened(on: loop)
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<LineTable>
    ) {
        line(connection)?.received(bytes, on: loop)
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<LineTable>) {
        line(connection)?.expired(on: loop)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<LineTable>
    ) {
        guard let line = line(connection) else { return }
        byIndex[Int(connection.index)] = nil
        byNumber[line.number] = nil
        line.closed(closure)
    }
}
