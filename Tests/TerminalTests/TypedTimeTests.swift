import Glibc
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `A typed time` {
    /// 2026-11-21 22:26:40 in Greenwich.
    private static let now = 1_795_300_000
    private static let utc = LocalTime.utc(now: now)
    /// Two hours ahead until that day's midnight in Greenwich, one hour from then on.
    private static let changing = LocalTime(
        now: { now },
        calendar: { seconds in utc.calendar(seconds + (seconds < 1_795_305_600 ? 7200 : 3600)) })

    @Test(arguments: [
        ("2026-11-27 18:30", 1_795_804_200), ("2026-11-27T18:30", 1_795_804_200),
        ("2026-11-27T18:30:00Z", 1_795_804_200), ("2026-11-27T18:30:00+01:00", 1_795_800_600),
        ("2024-02-29 00:00", 1_709_164_800),
    ])
    func `has a date and a clock`(text: String, seconds: Int64) throws {
        #expect(try TypedTime(text, at: Self.utc).timestamp.seconds == seconds)
    }

    @Test func `without a date is the next time that the clock shows it`() throws {
        #expect(try TypedTime("23:00", at: Self.utc).timestamp.seconds == 1_795_302_000)
        #expect(try TypedTime("22:00", at: Self.utc).timestamp.seconds == 1_795_384_800)
    }

    @Test func `is of this place, whose offset may change`() throws {
        #expect(
            try TypedTime("2026-11-21 23:00", at: Self.changing).timestamp.seconds
                == 1_795_294_800)
        #expect(
            try TypedTime("2026-11-23 12:00", at: Self.changing).timestamp.seconds
                == 1_795_431_600)
    }

    @Test func `is also a day, from its first moment to the first of the next`() throws {
        for (isEnd, seconds) in [(false, 1_795_298_400), (true, 1_795_388_400)] as [(Bool, Int64)] {
            #expect(
                try TypedTime("2026-11-22", isEnd: isEnd, at: Self.changing).timestamp.seconds
                    == seconds)
            #expect(
                try TypedTime("2026-11-27 18:30", isEnd: isEnd, at: Self.utc).timestamp.seconds
                    == 1_795_804_200)
            #expect(throws: Failure.self) {
                try TypedTime("2026-02-29", isEnd: isEnd, at: Self.utc)
            }
        }
    }

    @Test(arguments: [
        "", "soon", "24:00", "12:60", "12", "2026-02-29 12:00", "2026-13-01 12:00",
        "2026-11-27 12:00 pm", "2026-11-27", "99999-01-01 12:00", "-1:30", "٣:30", "0:00:00",
    ])
    func `is refused when it is none`(text: String) {
        #expect(throws: Failure.self) { try TypedTime(text, at: Self.utc) }
    }
}
