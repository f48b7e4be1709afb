import Dispatch
import EventLoop
import Observability

/// What the event log is told of a loop that accepts nobody.
extension Doorkeeper {
    /// Accepting is paused, or with nil it goes on.
    func accepting(_ pause: AcceptPause?, _ loop: isolated EventLoop<ClientHandler>) {
        note(diary.now(pause, at: loop.now), loop)
    }

    /// Does what the diary wants.
    private func note(_ step: AcceptDiary.Step, _ loop: isolated EventLoop<ClientHandler>) {
        switch step {
        case .nothing: break
        case .tellPaused(.connectionsMax):
            state.log.write(
                .acceptPaused, .reason("a loop holds as many connections as it can"),
                .limit(.connections, settings.connectionsMax))
        case .tellPaused(.exhausted(let errno)):
            state.log.write(.acceptPaused, .reason("no descriptor left"), .errorNumber(errno))
        case .tellResumed: state.log.write(.acceptResumed)
        case .lookAgain(let after):
            let milliseconds = Int(after / .milliseconds(1)) + 1
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                loop.post { loop in
                    let door = loop.handler.door
                    door.note(door.diary.lookAgain(at: loop.now), loop)
                }
            }
        }
    }
}
