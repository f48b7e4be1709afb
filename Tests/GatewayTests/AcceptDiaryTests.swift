import EventLoop
import Testing

@testable import Gateway

@Suite struct `The diary of accepting` {
    private let empty = AcceptPause.exhausted(errno: 24)

    @Test func `tells the first pause at once, and its end`() {
        var diary = AcceptDiary()
        #expect(diary.now(nil, at: .seconds(5)) == .nothing)
        #expect(diary.now(empty, at: .seconds(5)) == .tellPaused(empty))
        #expect(diary.now(nil, at: .seconds(7)) == .tellResumed)
    }

    @Test func `tells once a second of a loop that flaps, and the truth in the end`() {
        var diary = AcceptDiary()
        var lines = 0
        var lookAt: Duration?
        func take(_ step: AcceptDiary.Step, at moment: Duration) {
            switch step {
            case .nothing: break
            case .tellPaused, .tellResumed: lines += 1
            case .lookAgain(let after): lookAt = moment + after
            }
        }
        for number in 0..<100 {
            let moment = Duration.milliseconds(100 * number)
            if let due = lookAt, due <= moment {
                lookAt = nil
                take(diary.lookAgain(at: moment), at: moment)
            }
            take(diary.now(number.isMultiple(of: 3) ? empty : nil, at: moment), at: moment)
        }
        #expect((5...10).contains(lines))
        _ = diary.now(nil, at: .seconds(20))
        #expect(diary.lookAgain(at: .seconds(21)) != .tellPaused(empty))
        #expect(diary.lookAgain(at: .seconds(23)) == .nothing)
    }

    @Test func `says nothing of a pause that was over before its line was due`() {
        var diary = AcceptDiary()
        #expect(diary.now(empty, at: .zero) == .tellPaused(empty))
        #expect(diary.now(nil, at: .milliseconds(200)) == .lookAgain(after: .milliseconds(800)))
        #expect(diary.now(empty, at: .milliseconds(400)) == .nothing)
        #expect(diary.lookAgain(at: .seconds(1)) == .nothing)
        #expect(diary.now(nil, at: .seconds(2)) == .tellResumed)
    }
}
