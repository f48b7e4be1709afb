import EventLoop

/// Many peers; an array cannot hold what has one owner.
final class Crowd {
    private var members: [Member]

    private final class Member {
        let peer: Peer
        init(port: UInt16) throws { peer = try Peer(port: port) }
    }

    init(count: Int, port: UInt16) throws {
        members = try (0..<count).map { _ in try Member(port: port) }
    }

    var count: Int { members.count }

    func join(_ other: Crowd) { members += other.members }

    subscript(place: Int) -> Peer {
        _read { yield members[place].peer }
    }
}
