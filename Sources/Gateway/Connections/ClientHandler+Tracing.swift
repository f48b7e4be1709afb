import EventLoop
import Hub
import Kernel

extension ClientHandler {
    /// Shows a message to an administrator who follows whoever it is of, or for.
    func trace(_ content: @autoclosure () -> TracedFrame.Content, _ connection: ConnectionID) {
        guard traces.isAnybodyFollowed, let user = peers[connection].caller?.user,
            traces.follows(user)
        else { return }
        traces.note(
            TracedFrame(
                key: hubKey(connection),
                format: peers[connection].session.format, content: content()),
            of: user)
    }
}
