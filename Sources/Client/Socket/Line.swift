import EventLoop
import Glibc
import HTTP
import WebSocket
import Wire

/// One connection of a client to its server; lives on the loop.
final class Line {
    /// Names a line to those who are not on the loop.
    struct Number: Hashable, Sendable {
        let rawValue: UInt64
    }

    /// How long the server may take to answer our goodbye.
    static let goodbyeMilliseconds = 2_000
    /// How long an address may keep silent while there is another one to try: 3 s, but not so long
    /// that one of `count` is not tried within `seconds`.
    static func connectMilliseconds(count: Int, within seconds: Int) -> Int {
        seconds / count >= 3 ? 3_000 : seconds * 1_000 / count
    }

    let number: Number
    let connection: ConnectionID
    private let report: (TransportEvent) -> Void
    private let place: String
    private var socket: ClientSocket<SystemRandomNumberGenerator>
    /// The request, until the connection is there; then scratch space for what is to be sent.
    private var output: [UInt8]
    private var hasEnded = false
    /// What is done instead of reporting that the connection did not come about.
    private var otherwise: (@Sendable () -> Void)?

    /// A line whose connection is under way.
    ///
    /// - Parameter otherwise: what to do if it does not come about, instead of reporting that.
    init(
        number: Number, connection: ConnectionID, server: ServerAddress, format: WireFormat,
        otherwise: (@Sendable () -> Void)?, report: @escaping (TransportEvent) -> Void
    ) throws(HTTPViolation) {
        self.number = number
        self.otherwise = otherwise
        self.connection = connection
        self.report = report
        place = server.authority
        output = []
        socket = try ClientSocket(
            authority: server.authority, format: format, generator: SystemRandomNumberGenerator(),
            output: &output)
    }
}

// MARK: - From the owner

extension Line {
    func send(_ message: [UInt8], on loop: isolated EventLoop<LineTable>) {
        socket.write(message, to: &output)
        flush(on: loop)
    }

    func ping(on loop: isolated EventLoop<LineTable>) {
        socket.ping(to: &output)
        flush(on: loop)
    }

    func close(_ code: CloseCode, reason: String, on loop: isolated EventLoop<LineTable>) {
        guard socket.close(code, reason: reason, to: &output) else { return abort(on: loop) }
        flush(on: loop)
        loop.setDeadline(connection, afterMilliseconds: Self.goodbyeMilliseconds)
    }

    func abort(on loop: isolated EventLoop<LineTable>) {
        loop.abort(connection)
    }
}

// MARK: - From the loop

extension Line {
    func opened(on loop: isolated EventLoop<LineTable>) {
        if otherwise != nil { loop.clearDeadline(connection) }
        otherwise = nil
        flush(on: loop)
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, on loop: isolated EventLoop<LineTable>
    ) {
        var input = bytes
        var saidNothing = true
        while let event = socket.next(&input, output: &output) {
            saidNothing = false
            switch event {
            case .opened: report(.opened)
            case .message(let message): report(.message(message))
            case .ended(let ending):
                flush(on: loop)
                loop.close(connection)
                end(ending)
            }
        }
        if saidNothing { report(.heard) }
        flush(on: loop)
    }

    func expired(on loop: isolated EventLoop<LineTable>) {
        loop.abort(connection)
    }

    func closed(_ closure: Closure) {
        if let otherwise { return otherwise() }
        switch closure {
        case .failed(let number): end(.unreachable("\(place): \(Self.text(number))"))
        case .insecure(let reason): end(.unreachable("\(place): \(reason)"))
        case .reset(let number): end(.lost("the connection broke: \(Self.text(number))"))
        case .flooded: end(.lost("the server changed its keys too often"))
        case .stalled: end(.lost("the server has stopped reading"))
        case .byPeer: end(.lost("the server ended the connection without a goodbye"))
        case .byUs: end(.lost("the connection was ended"))
        }
    }
}

extension Line {
    /// Hands over what is to be sent. A server that reads so slowly that it does not fit is given
    /// up: a message left out would be worse.
    private func flush(on loop: isolated EventLoop<LineTable>) {
        guard !output.isEmpty else { return }
        let outcome = loop.send(output.span.bytes, to: connection)
        output.removeAll(keepingCapacity: output.capacity <= 4096)
        if outcome == .full { loop.abort(connection) }
    }

    private func end(_ ending: Ending) {
        guard !hasEnded else { return }
        hasEnded = true
        report(.ended(ending))
    }

    private static func text(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}

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
