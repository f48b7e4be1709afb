/// The commands that take something back from others, as PROTOCOL.md lists them. What is not here
/// never does.
package enum TakingBackTable {
    /// Examples of one command, each the JSON of its body; `$room` is a group of the caller's.
    package struct Row: Sendable {
        package let command: String
        /// These only take back.
        package var takes: [String] = ["{}"]
        /// Of these the data say it.
        package var perhaps: [String] = []
        /// These give something, too.
        package var gives: [String] = []
    }

    package static let rows: [Row] = [
        Row(command: "accountLogout"),
        Row(
            command: "privacySet",
            takes: [
                #"{"invisible":true}"#, #"{"typing":false}"#, #"{"receipts":false}"#,
                #"{"circle":false}"#, #"{"listed":false}"#, #"{"invitations":false}"#,
                #"{"invisible":true,"receipts":false}"#,
            ],
            gives: [
                "{}", #"{"invisible":false}"#, #"{"typing":true}"#, #"{"receipts":true}"#,
                #"{"circle":true}"#, #"{"listed":true}"#, #"{"invisible":true,"typing":true}"#,
                #"{"invitations":true}"#, #"{"invisible":true,"invitations":true}"#,
            ]),
        Row(command: "passkeyDelete", takes: [#"{"id":"AAAA"}"#]),
        Row(command: "deviceRevoke", takes: [#"{"device":"phone"}"#]),
        Row(command: "pushUnsubscribe"),
        Row(command: "friendDecline", takes: [#"{"from":"cleo"}"#]),
        Row(command: "friendWithdraw", takes: [#"{"to":"cleo"}"#]),
        Row(command: "friendRemove", takes: [#"{"friend":"ben"}"#]),
        Row(
            command: "friendsChange", takes: [#"{"drop":["ben"]}"#],
            gives: [#"{"add":["cleo"]}"#, #"{"add":["cleo"],"drop":["ben"]}"#]),
        Row(command: "userBlock", takes: [], perhaps: [#"{"user":"ben"}"#]),
        Row(
            command: "roomMute", takes: [#"{"with":"ben","muted":true}"#],
            gives: [#"{"with":"ben","muted":false}"#]),
        Row(
            command: "roomType", takes: [#"{"with":"ben","on":false}"#],
            gives: [#"{"with":"ben","on":true}"#]),
        Row(command: "roomDelete", takes: [#"{"with":"ben","seq":1}"#]),
        Row(
            command: "roomReact", takes: [#"{"with":"ben","seq":1,"emoji":"👍","on":false}"#],
            gives: [#"{"with":"ben","seq":1,"emoji":"👍","on":true}"#]),
        Row(
            command: "roomVote", takes: [#"{"with":"ben","seq":1}"#],
            gives: [#"{"with":"ben","seq":1,"options":[1]}"#]),
        Row(
            command: "roomPin", takes: [#"{"with":"ben","seq":1,"on":false}"#],
            gives: [#"{"with":"ben","seq":1,"on":true}"#]),
        Row(
            command: "roomExpire", takes: [#"{"with":"ben","minutes":0}"#],
            gives: [#"{"with":"ben","minutes":5}"#, #"{"with":"ben"}"#]),
        Row(command: "invitationRevoke", takes: [#"{"number":7}"#]),
        Row(command: "groupRemove", takes: [#"{"room":"$room","member":"ben"}"#]),
        Row(command: "groupLeave", takes: [#"{"room":"$room"}"#]),
        Row(
            command: "groupInvite", takes: [#"{"room":"$room","on":false}"#],
            gives: [#"{"room":"$room","on":true}"#]),
        Row(
            command: "groupUp", takes: [#"{"room":"$room","activity":"gym","on":false}"#],
            gives: [#"{"room":"$room","activity":"gym","on":true}"#]),
        Row(
            command: "activitySet", takes: [#"{"activity":"gym","on":false}"#],
            gives: [#"{"activity":"gym","on":true}"#, #"{"activity":"gym"}"#]),
        Row(
            command: "planReply", takes: [#"{"plan":1,"answer":"NOT_COMING"}"#],
            gives: [#"{"plan":1,"answer":"COMING"}"#, #"{"plan":1,"answer":"LATER"}"#]),
        Row(
            command: "planDone", takes: [#"{"plan":1,"on":false}"#],
            gives: [#"{"plan":1,"on":true}"#, #"{"plan":1}"#]),
        Row(
            command: "planKeep", takes: [#"{"plan":1,"on":false}"#],
            gives: [#"{"plan":1,"on":true}"#]),
        Row(
            command: "audienceSelect",
            takes: [#"{"activity":"gym","friend":"ben","selected":false}"#],
            gives: [#"{"activity":"gym","friend":"ben","selected":true}"#]),
        Row(
            command: "audienceSet",
            takes: [
                #"{"activity":"gym","drop":["ben"]}"#, #"{"activity":"gym","others":false}"#,
                #"{"activity":"gym","drop":["ben"],"others":false}"#,
            ],
            perhaps: [
                #"{"activity":"gym","add":["ben"],"others":false}"#,
                #"{"activity":"gym","add":["ben"]}"#,
            ],
            gives: [
                #"{"activity":"gym"}"#, #"{"activity":"gym","others":true}"#,
                #"{"activity":"gym","drop":["ben"],"others":true}"#,
            ]),
        Row(
            command: "circleConfirm",
            takes: [#"{"friend":"ben","activity":"coffee","on":false}"#],
            gives: [
                #"{"friend":"ben","activity":"coffee"}"#,
                #"{"friend":"ben","activity":"coffee","on":true}"#,
            ]),
        Row(
            command: "circleLike", takes: [#"{"post":"0000000000000001","liked":false}"#],
            gives: [#"{"post":"0000000000000001","liked":true}"#]),
        Row(
            command: "circleUnsay",
            takes: [#"{"post":"0000000000000001","comment":"0000000000000001"}"#]),
        Row(command: "circleRemove", takes: [#"{"post":"0000000000000001"}"#]),
        Row(
            command: "circleEdit",
            takes: [
                #"{"post":"0000000000000001"}"#, #"{"post":"0000000000000001","text":""}"#,
            ],
            gives: [#"{"post":"0000000000000001","text":"hello"}"#]),
        Row(
            command: "checkinClear",
            takes: ["{}", #"{"history":true}"#, #"{"checkin":"0000000000000001"}"#]),
        Row(
            command: "speakerSet",
            takes: [
                #"{"open":false}"#, #"{"open":false,"number":1}"#, #"{"bio":""}"#,
                #"{"bio":"","open":false}"#,
            ],
            gives: [
                #"{"open":true}"#, #"{"open":false,"bio":"hello"}"#, #"{"bio":"","known":"en"}"#,
                "{}",
            ]),
        Row(command: "speakerDelete"),
        Row(command: "partnerEnd", takes: [#"{"number":1}"#]),
        Row(command: "meetupClear", takes: [#"{"number":1}"#]),
        Row(
            command: "gatheringUpdate",
            takes: [
                #"{"number":1,"nowhere":true}"#, #"{"number":1,"place":"","text":""}"#,
                #"{"number":1,"more":""}"#,
            ],
            gives: [
                #"{"number":1}"#, #"{"number":1,"lat":1,"lon":1}"#, #"{"number":1,"place":"x"}"#,
                #"{"number":1,"nowhere":true,"title":"x"}"#,
                #"{"number":1,"text":"","starts":"2026-11-29T00:00:00Z"}"#,
            ]),
        Row(command: "gatheringDelete", takes: [#"{"number":1}"#]),
        Row(command: "gatheringLeave", takes: [#"{"number":1}"#]),
        Row(
            command: "gatheringGrant",
            takes: [#"{"number":1,"username":"ben","role":"ATTENDEE"}"#],
            gives: [#"{"number":1,"username":"ben","role":"PLANNER"}"#]),
        Row(
            command: "teamProfileSet",
            takes: [
                #"{"open":false}"#, #"{"openToCompanies":false,"open":false}"#,
                #"{"contact":"","open":false}"#, #"{"text":""}"#, #"{"skills":{}}"#,
                #"{"more":""}"#,
            ],
            gives: [
                #"{"open":true}"#, #"{"open":false,"openToCompanies":true}"#,
                #"{"open":false,"text":"hello"}"#, #"{"contact":"","open":true}"#, "{}",
            ]),
        Row(command: "teamProfileDelete"),
        Row(command: "projectDelete", takes: [#"{"number":1}"#]),
        Row(command: "projectLeave", takes: [#"{"number":1}"#]),
        Row(
            command: "projectGrant",
            takes: [#"{"number":1,"username":"ben","role":"MEMBER"}"#],
            gives: [#"{"number":1,"username":"ben","role":"RECRUITER"}"#]),
        Row(
            command: "swipeSet", takes: [], perhaps: [#"{"project":1}"#],
            gives: [#"{"project":1,"approve":true}"#]),
        Row(command: "swipeDrop", takes: [], perhaps: [#"{"project":1}"#]),
        Row(
            command: "wordFavouriteSet", takes: [#"{"word":"bee","on":false}"#],
            gives: [#"{"word":"bee","on":true}"#, #"{"word":"bee"}"#]),
    ]
}
