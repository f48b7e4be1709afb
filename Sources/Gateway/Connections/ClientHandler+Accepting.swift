import Dispatch
import EventLoop
import Observability

extension ClientHandler {
    /// Does what the diary wants.
    func note(_ step: AcceptDiary.Step, _ loop: isolated EventLoop<ClientHandler>) {
        switch step {
        case .nothing: break
        case .tellPaused(.connectionsMax):
            log.write(
                .acceptPaused, .reason("a loop holds as many connections as it can"),
                .limit(.connections, settings.connectionsMax))
        case .tellPaused(.exhausted(let errno)):
            log.write(.acceptPaused, .reason("no descriptor left"), .errorNumber(errno))
        case .tellResumed: log.write(.acceptResumed)
        case .lookAgain(let after):
            let milliseconds = Int(after / .milliseconds(1)) + 1
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                loop.post { loop in
                    loop.handler.note(loop.handler.diary.lookAgain(at: loop.now), loop)
                }
            }
        }
    }
}
