import Dispatch
@testable import EventLoop
import Glibc
import Testing

@Suite struct `A listener` {
    @Test func `takes over a socket that listens already, and serves its port`() throws {
        let number = try Self.handed(listening: true)
        let listener = try Listener(adopting: number)
        #expect(listener.descriptorNumber == number)
        #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        let world = try World(listener: listener)
        let peer = try world.peer()
        try peer.send([1, 2])
        #expect(try peer.receive(2) == [1, 2])
    }

    @Test func `takes over nothing else, says why, and leaves it to its owner`() throws {
        let quiet = try Self.handed(listening: false)
        let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        let local = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let file = open("/dev/null", O_RDONLY)
        defer { for number in [quiet, datagrams, local, file] { close(number) } }
        let refusals = [
            (quiet, "adopt: Invalid argument"), (datagrams, "adopt: Protocol not supported"),
            (local, "adopt: Protocol not supported"),
            (file, "getsockopt: Socket operation on non-socket"),
            (-1, "getsockopt: Bad file descriptor"),
        ]
        for (number, reason) in refusals {
            let error = #expect(throws: SystemError.self) { try Listener(adopting: number) }
            #expect(error?.description == reason)
            #expect(number < 0 || fcntl(number, F_GETFD) >= 0)
        }
    }

    @Test(arguments: [false, true])
    func `gives what it accepts its options`(adopted: Bool) throws {
        var options = ListenerOptions()
        options.userTimeoutMilliseconds = 12_345
        options.kernelSendBytes = 20_000
        let listener =
            adopted
            ? try Listener(adopting: Self.handed(listening: true), options: options)
            : try Listener(host: "127.0.0.1", port: 0, options: options)
        let peer = try Peer(port: listener.port)
        var readable = pollfd(fd: listener.descriptorNumber, events: Int16(POLLIN), revents: 0)
        try #require(poll(&readable, 1, 120_000) == 1)
        guard case .accepted(var stream, _) = listener.accept() else {
            Issue.record("nobody came")
            return
        }
        defer { stream.close() }
        #expect(Self.option(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, of: stream) == 12_345)
        #expect(Self.option(Int32(IPPROTO_TCP), TCP_NODELAY, of: stream) == 1)
        #expect(Self.option(SOL_SOCKET, SO_SNDBUF, of: stream) == 40_000)
        _ = peer.number
    }

    @Test func `beyond the sixty-fourth of a loop is refused, and the others go on`() throws {
        let world = try World()
        let accepted = try world.onLoop { loop in
            (0..<70).filter { _ in
                guard let listener = try? Listener(host: "127.0.0.1", port: 0) else { return false }
                return loop.listen(on: listener)
            }.count
        }
        #expect(accepted == 63)
        let peer = try world.peer()
        try peer.send([7])
        #expect(try peer.receive(1) == [7])
    }

    @Test func `wakes a loop that has room when the one it woke is full`() throws {
        var limits = LoopLimits.patient
        limits.connectionsMax = 1
        limits.acceptPause = .seconds(3_600)
        let listener = try Listener(host: "127.0.0.1", port: 0)
        let worlds = try (0..<4).map { _ in try World(limits: limits, listener: listener) }
        for world in worlds { _ = try world.onLoop { _ in } }
        let crowd = try Crowd(count: 4, port: listener.port)
        for place in 0..<4 {
            try crowd[place].send([UInt8(place)])
            #expect(try crowd[place].receive(1) == [UInt8(place)])
        }
    }

    @Test func `is passed on by a loop that was woken and is full`() throws {
        let listener = try Listener(host: "127.0.0.1", port: 0)
        let woken = DispatchSemaphore(value: 0)
        listener.join(ObjectIdentifier(listener)) { woken.signal() }
        var limits = LoopLimits.patient
        limits.connectionsMax = 0
        let world = try World(limits: limits, listener: listener)
        let peer = try Peer(port: listener.port)
        #expect(woken.wait(timeout: .now() + Journal.patience) == .success)
        #expect(try world.onLoop { $0.connectionCount } == 0)
        _ = peer.number
    }

    /// A socket as another process would hand it on.
    private static func handed(listening: Bool) throws -> Int32 {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(number >= 0)
        let status = SocketAddress(v4: 0x7F00_0001, port: 0).withSystemAddress {
            Glibc.bind(number, $0, $1)
        }
        try #require(status == 0)
        if listening { try #require(Glibc.listen(number, 16) == 0) }
        return number
    }

    private static func option(_ level: Int32, _ name: Int32, of stream: ByteStream) -> Int32 {
        var value: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(stream.number, level, name, &value, &size)
        return value
    }
}
