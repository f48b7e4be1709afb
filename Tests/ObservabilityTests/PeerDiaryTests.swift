import Testing

@testable import Observability

@Suite struct `The diary of what peers do wrong` {
    @Test func `writes so many a second, and counts the others`() {
        var diary = PeerDiary()
        for number in 1...PeerDiary.linesMax + 30 {
            let (isWritten, leftOutCount) = diary.note(at: .milliseconds(5_000 + number))
            #expect(isWritten == (number <= PeerDiary.linesMax))
            #expect(leftOutCount == 0)
        }
        #expect(diary.note(at: .seconds(6)) == (true, 30))
        #expect(diary.note(at: .seconds(6)) == (true, 0))
        #expect(diary.note(at: .seconds(60)) == (true, 0))
    }
}
