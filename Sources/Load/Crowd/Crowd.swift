import EventLoop
import HTTP
import WebSocket

/// Many WebSockets to one server, on one loop: their handshakes, their members' words, and what
/// they count together.
///
/// They connect a few at a time, so that no backlog overflows.
final class Crowd<Member: CrowdMember>: ConnectionHandler {
    /// One connection and its member.
    final class Seat {
        let connection: ConnectionID
        var socket: LoadSocket
        var member: Member
        /// The request, until the connection is there.
        var request: [UInt8]

        init(
            _ member: Member, _ connection: ConnectionID, _ socket: consuming LoadSocket,
            request: [UInt8]
        ) {
            self.member = member
            self.connection = connection
            self.socket = socket
            self.request = request
        }
    }

    private static var connectingMax: Int { 128 }

    let target: Target
    /// How many come, one after the other.
    let size: Int
    /// How many of them are there at a time.
    private let atOnceMax: Int
    private let makeMember: (Int) -> Member
    private var seats: [Seat?] = []
    private var output: [UInt8] = []
    private let inflater: Inflater?
    private var admittedCount = 0
    private(set) var openCount = 0
    /// Members that have closed their connection and left.
    private(set) var leftCount = 0
    /// Why the crowd is of no use any more.
    private(set) var failure: LoadFailure?
    /// What all members have counted.
    var tally: Member.Tally

    /// - Parameter makeMember: called with 0 up to `size` - 1, in order.
    init(
        _ size: Int, atOnceMax: Int, to target: Target, tally: Member.Tally,
        makeMember: @escaping (Int) -> Member
    ) {
        self.size = size
        self.atOnceMax = atOnceMax
        self.target = target
        inflater = target.deflates ? Inflater() : nil
        self.tally = tally
        self.makeMember = makeMember
    }
}

// MARK: - From the owner

extension Crowd {
    /// Lets the next ones connect, as many as may be under way at once.
    func admit(on loop: isolated EventLoop<Crowd>) {
        while failure == nil, admittedCount < size,
            admittedCount - openCount < Self.connectingMax, admittedCount - leftCount < atOnceMax
        {
            admitNext(on: loop)
        }
    }

    /// Lets each member speak.
    func each(
        on loop: isolated EventLoop<Crowd>,
        _ body: (inout Member, inout Member.Tally, inout [UInt8]) -> Void
    ) {
        for case let seat? in seats {
            body(&seat.member, &tally, &output)
            flush(to: seat.connection, on: loop)
        }
    }

    /// Resets all connections: a measurement is over when it is over.
    func dismiss(on loop: isolated EventLoop<Crowd>) {
        if failure == nil { failure = LoadFailure("the crowd was sent home") }
        for case let seat? in seats { loop.abort(seat.connection) }
    }

    private func admitNext(on loop: isolated EventLoop<Crowd>) {
        do throws(HTTPViolation) {
            var request: [UInt8] = []
            let socket = try LoadSocket(
                authority: target.address.description, path: target.path,
                subprotocols: target.subprotocols, inflater: inflater, output: &request)
            guard let connection = loop.connect(to: target.address, tls: target.tls) else {
                return fail("no descriptor is left after \(openCount) connections")
            }
            let index = Int(connection.index)
            while seats.count <= index { seats.append(nil) }
            seats[index] = Seat(
                makeMember(admittedCount), connection, socket, request: request)
            admittedCount += 1
        } catch {
            fail("cannot ask \(target.address) for a WebSocket: \(error.reason)")
        }
    }

    private func fail(_ reason: String) {
        if failure == nil { failure = LoadFailure(reason) }
    }
}

// MARK: - From the loop

extension Crowd {
    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<Crowd>
    ) {
        guard let seat = seats[Int(connection.index)] else { return }
        _ = seat.request.withUnsafeBytes { loop.send($0, to: connection) }
        seat.request = []
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<Crowd>
    ) {
        guard let seat = seats[Int(connection.index)] else { return }
        let now = MonotonicClock.nanoseconds()
        var input = bytes
        var messageCount = 0
        while let event = seat.socket.next(&input) {
            switch event {
            case .message(let message):
                messageCount += 1
                seat.member.received(message, at: now, &tally, &output)
            case .ping(let payload):
                FrameWriter.append(.pong, payload, mask: 0, to: &output)
            case .pong: seat.member.ponged(at: now, &tally)
            case .opened:
                openCount += 1
                seat.member.opened(&tally, &output)
                admit(on: loop)
            case .ended(let code, let reason):
                seat.member.ended(by: code, &tally)
                guard seat.member.isLeaving else { return fail("the server \(reason)") }
                loop.close(connection)
            }
        }
        target.traffic.add(messageCount)
        flush(to: connection, on: loop)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<Crowd>
    ) {
        let isExpected = seats[Int(connection.index)]?.member.isLeaving ?? false
        seats[Int(connection.index)] = nil
        if isExpected {
            leftCount += 1
            return admit(on: loop)
        }
        fail("a connection to \(target.address) ended: \(closure)")
    }

    private func flush(to connection: ConnectionID, on loop: isolated EventLoop<Crowd>) {
        guard !output.isEmpty else { return }
        let outcome = loop.send(output.span.bytes, to: connection)
        output.removeAll(keepingCapacity: true)
        if outcome == .full { fail("the server does not read what it is sent") }
    }
}
