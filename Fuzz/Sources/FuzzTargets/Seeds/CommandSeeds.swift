import SwiftProtobuf
import Wire

/// Messages of a client to begin with: some of every kind of field there is, and the edges of the
/// envelope.
enum CommandSeeds {
    static let commands: [ClientMessage.OneOf_Command] = [
        .sessionOpen(
            .with {
                $0.token = "abc"
                $0.device = "laptop"
                $0.after = 917
            }),
        .roomSend(
            .with {
                $0.to = "ben"
                $0.text = "Grüße \"\\ 🫖"
                $0.cid = "k1"
            }),
        .roomHistory(
            .with {
                $0.with = "ben"
                $0.before = 70_000
                $0.limit = 50
            }),
        .matchList(.with { $0.order = .byActivity }), .friendList(FriendList()),
        .activitySet(
            .with {
                $0.activity = "coffee"
                $0.on = true
            }),
        .circleList(.with { ($0.before, $0.limit) = ("0197c3b2a4001f2e", 50) }),
        .circleConfirm(.with { ($0.friend, $0.activity, $0.text) = ("ben", "coffee", "yes") }),
        .circleLike(.with { ($0.post, $0.liked, $0.cid) = ("0197c3b2a4001f2e", true, "k2") }),
        .circleSay(.with { ($0.post, $0.text, $0.cid) = ("0197c3b2a4001f2e", "hi", "k3") }),
        .circleOpen(.with { $0.on = true }), .deviceRevoke(.with { $0.device = "laptop" }),
        .pushSubscribe(
            .with { ($0.endpoint, $0.cid) = ("https://push.example.org/a?b", "k4") }),
        .accountRegister(AccountRegister()), .accountLogin(AccountLogin()),
        .accountLogout(AccountLogout()), .accountRead(AccountRead()), .userLookup(UserLookup()),
        .friendRequest(FriendRequest()), .friendAccept(FriendAccept()),
        .mailboxList(MailboxList()), .roomMark(RoomMark()), .roomList(RoomList()),
        .activityList(ActivityList()), .audienceList(AudienceList()),
        .audienceSelect(AudienceSelect()),
        .audienceSet(.with { ($0.activity, $0.add, $0.drop) = ("coffee", ["ben"], ["cleo"]) }),
    ]

    static func all(_ format: WireFormat) -> [[UInt8]] {
        let whole = commands.enumerated().map { bytes(UInt32($0 + 1), $1, format) }
        return whole + (format == .json ? json.map { Array($0.utf8) } : binary)
    }

    static func bytes(
        _ id: UInt32, _ command: ClientMessage.OneOf_Command, _ format: WireFormat
    ) -> [UInt8] {
        let message = ClientMessage.with {
            $0.id = id
            $0.command = command
        }
        let bytes: [UInt8]? =
            format == .json ? try? message.jsonUTF8Bytes() : try? message.serializedBytes()
        return bytes ?? []
    }

    private static let json = [
        #"{"id":"12","friendList":{}}"#, " {\n\"id\" :\t1 ,\r\"friendList\" : {} } \n",
        #"{"id":1,"dance":[1,-1.5e9,null,true,"\u0041"]}"#, #"{"id":1,"roomSend":null}"#,
        #"{"id":7,"friendList":{},"roomList":{}}"#, #"{"id":1,"a":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}"#,
        #"{"id":4294967296,"friendList":{}}"#, #"{"id":1,"roomSend":{"to":7,"text":{},"x":[{}]}}"#,
        #"{"\u0069d":2,"id":1,"roomSend":{"cid":"\ud83e\uded6"}}"#, #"{"id":1,"a":}"#,
    ]

    private static let binary: [[UInt8]] = [
        [0x92, 0x13, 2, 9, 9, 0x08, 1], [0x08, 1, 0x08, 2, 0x92, 0x13, 0],
        [0x08, 1, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4, 0x92, 0x13, 0],
        [0x08, 7, 0x92, 0x13, 0, 0x9A, 0x13, 0], [0x08, 1, 0x93, 0x13, 0x94, 0x13],
        [0x08, 1, 0x92, 0x13] + [UInt8](repeating: 0xFF, count: 9) + [1],
    ]
}
