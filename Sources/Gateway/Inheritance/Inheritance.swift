import Glibc
public import Observability

/// What the parent process hands over: listening sockets of systemd, or of the daemon that this one
/// is to take over from.
///
/// - Source: sd_listen_fds(3).
public struct Inheritance: Sendable, Equatable {
    /// An open descriptor that listens, with the name that it was given.
    public struct Socket: Sendable, Equatable {
        /// `upford`, or the name that the systemd unit gives.
        public let name: String
        /// The descriptor.
        public let number: Int32

        /// - Parameters: as the properties.
        package init(name: String, number: Int32) {
            self.name = name
            self.number = number
        }
    }

    /// The first descriptor that is handed over.
    package static let firstNumber: Int32 = 3
    /// The name of the socket for monitors.
    package static let adminName = "upford-admin"
    /// Most sockets that are looked at.
    private static let countMax = 64

    /// The sockets, in their order.
    public internal(set) var sockets: [Socket] = []
    /// The daemon that waits to hear that we can take over.
    public internal(set) var predecessor: Predecessor?

    /// Nothing.
    public init() {}

    /// The sockets for clients, and those for the administrator's monitors.
    package var parted: (clients: [Socket], admin: [Socket]) {
        let name = Self.adminName
        return (sockets.filter { $0.name != name }, sockets.filter { $0.name == name })
    }

    /// The sockets that these variables hand over. Those for another process are not ours.
    ///
    /// - Throws: when the variables contradict one another.
    init(environment: [String: String], process: Int32) throws(StartFailure) {
        if let text = environment[Name.takeover], let number = Int32(text), number >= 0 {
            predecessor = Predecessor(number: number)
        }
        guard let owner = environment[Name.process], Int32(owner) == process else { return }
        guard let count = environment[Name.count].flatMap({ Int32($0) }), count >= 0,
            count <= Self.countMax
        else { throw StartFailure("LISTEN_FDS: expected a number in 0...\(Self.countMax)") }
        let names = environment[Name.names].map { $0.split(separator: ":") } ?? []
        guard names.isEmpty || names.count == Int(count) else {
            throw StartFailure("LISTEN_FDNAMES: expected \(count) names, got \(names.count)")
        }
        sockets = (0..<count).map { index in
            let name = names.isEmpty ? "unknown" : String(names[Int(index)])
            return Socket(name: name, number: Self.firstNumber + index)
        }
    }

    /// Takes what this process was left; what it starts will not find it again. A successor ends by
    /// SIGQUIT, as the first one did.
    ///
    /// Call it once, first of all: it changes the environment, which no other thread may read
    /// meanwhile.
    ///
    /// - Throws: when the variables contradict one another.
    public static func take() throws(StartFailure) -> Inheritance {
        var environment: [String: String] = [:]
        for name in Name.all {
            environment[name] = getenv(name).map { String(cString: $0) }
            unsetenv(name)
        }
        let inheritance = try Inheritance(environment: environment, process: getpid())
        for socket in inheritance.sockets { _ = fcntl(socket.number, F_SETFD, FD_CLOEXEC) }
        // The shell that launches a successor has it ignore this.
        if inheritance.predecessor != nil { signal(SIGQUIT, SIG_DFL) }
        return inheritance
    }

    /// The variables by which it is handed over.
    package enum Name {
        static let process = "LISTEN_PID"
        package static let count = "LISTEN_FDS"
        package static let names = "LISTEN_FDNAMES"
        package static let takeover = "UPFORD_TAKEOVER_FD"
        static let all = [process, count, names, takeover]
    }
}

/// The daemon that we take over from: it serves until it hears that we are ready, and then leaves
/// us the data.
public struct Predecessor: Sendable, Equatable {
    /// The byte that it waits for.
    package static let readyByte = UInt8(ascii: "R")

    /// A pipe that it reads.
    let number: Int32

    init(number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    /// Everything that can be known without the data is right: from here on the predecessor stops.
    package func sayReady() {
        var byte = Self.readyByte
        _ = write(number, &byte, 1)
        _ = close(number)
    }
}
