import EventLoop
import Gateway
import Hub
import Kernel
import WebSocket

/// How far a simulated daemon is with its life.
enum DaemonStage {
    case down
    case up
    /// Everybody is being sent away; what was accepted is still done.
    case draining
}

/// One connection at the daemon's end.
final class SimulatedPeer {
    let link: Link
    let key: ConnectionKey
    var session: Session
    /// Hints that wait for a slow reader.
    var shelf = HintShelf()

    init(_ link: Link, loop: Int) {
        self.link = link
        key = ConnectionKey(
            loop: loop, connection: ConnectionID(index: link.number, generation: 1))
        session = Session(speaking: link.format)
    }
}
