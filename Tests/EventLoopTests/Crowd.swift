import EventLoop
import Glibc

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

    /// As many as the world's loop accepts before it rests: they take no descriptor that it leaves
    /// to others.
    init(untilPausedBy world: World) throws {
        members = []
        var isPaused = false
        while !isPaused {
            members.append(try Member(port: world.listener.port))
            let count = members.count
            let isOver = world.journal.first { events -> Bool? in
                if events.contains(.acceptPaused(.exhausted(errno: EMFILE))) { return true }
                let isHere = events.count { if case .opened = $0 { true } else { false } } == count
                return isHere ? false : nil
            }
            isPaused = isOver ?? true
        }
    }

    func leave() { members = [] }

    var count: Int { members.count }

    subscript(place: Int) -> Peer {
        _read { yield members[place].peer }
    }
}
