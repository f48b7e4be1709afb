import Kernel
import SwiftProtobuf
import Testing

@Suite struct `A moment` {
    @Test func `goes forth and back by durations, cut to milliseconds`() {
        let noon = Moment(unixMilliseconds: 1_795_176_000_000)
        #expect(noon.advanced(by: .seconds(90)).unixMilliseconds == 1_795_176_090_000)
        #expect(noon.advanced(by: .milliseconds(-1)).unixMilliseconds == 1_795_175_999_999)
        #expect(noon.advanced(by: .microseconds(1999)).unixMilliseconds == 1_795_176_000_001)
        #expect(noon.advanced(by: .seconds(-1)) < noon)
        #expect(noon.timestamp.seconds == 1_795_176_000)
    }
}
