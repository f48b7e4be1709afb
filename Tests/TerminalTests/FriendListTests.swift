import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `A list` {
    @Test func `of friends shows who is online, who was, and whose presence is unknown`() {
        let list = Friends.with {
            $0.friends = [
                friend("ben", "Ben Smith", online: true), friend("cleo", "cleo", online: false),
                friend("dan", "dan", online: false), friend("eve", "eve", online: nil),
            ]
            $0.friends[1].lastSeen = Google_Protobuf_Timestamp(seconds: Samples.at.seconds - 120)
        }
        #expect(
            `An event`.wording.answer(.friends(list)) == [
                "●  ben   Ben Smith  online           friends since 12 Oct 22:02",
                "○  cleo             last seen 22:00  friends since 12 Oct 22:02",
                "○  dan              offline          friends since 12 Oct 22:02",
                "◐  eve              not known yet    friends since 12 Oct 22:02",
            ])
    }

    @Test func `of devices tells the same of each`() {
        let list = Devices.with {
            $0.devices = [
                .with {
                    ($0.device, $0.online, $0.current) = ("a", true, true)
                    $0.since = Samples.at
                },
                .with { ($0.device, $0.online, $0.since) = ("b", false, Samples.at) },
                .with { ($0.device, $0.since) = ("c", Samples.at) },
            ]
            $0.devices[1].lastSeen = Samples.at
        }
        #expect(
            `An event`.wording.answer(.devices(list)) == [
                "●  a  this one         signed in 22:02",
                "○  b  last seen 22:02  signed in 22:02",
                "◐  c  not known yet    signed in 22:02",
            ])
    }

    private func friend(_ name: String, _ shown: String, online: Bool?) -> Friend {
        .with {
            $0.user = Samples.person(name, shown)
            $0.since = Google_Protobuf_Timestamp(seconds: Samples.at.seconds - 40 * 86_400)
            if let online { $0.online = online }
        }
    }
}
