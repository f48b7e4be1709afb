import ArgumentParser
import SwiftProtobuf
import Wire

struct CtlSessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List the open sessions, of all users or of one.",
        discussion: """
            Of a cluster: those of this node; of one user it also says which other nodes have some.

            UID and CID are those of the event log. BEHIND is the number of events that a \
            session has not been sent yet. A session without a device is silent.

            EXAMPLES
              upford ctl sessions
              upford ctl sessions ana
              upford ctl sessions --json | jq -r '.sessions[] | [.user, .device] | @tsv'
            """)

    @Argument(help: "Only sessions of this user.")
    var user: String?

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminSessionsRead()
        order.user = user ?? ""
        let client = try CtlOrder(options)
        var whole = AdminSessions()
        repeat {
            let page = try client.give("sessions", order, for: AdminSessions.self).answer
            whole.sessions += page.sessions
            whole.elsewhere = page.elsewhere
            order.after = page.next
        } while order.after > 0
        guard !options.json else {
            return try showJSON(whole, isEmpty: whole.sessions.isEmpty, "sessions")
        }
        var table = CtlTable("SESSION", "USER", "UID", "CID", "DEVICE", "SINCE", "BEHIND")
        for session in whole.sessions {
            table.add(
                "\(session.session)", session.user, session.uid, session.cid, session.device,
                session.since.text, "\(session.behind)")
        }
        table.show()
        guard !whole.elsewhere.isEmpty else { return }
        Talk.sayLast("upford: also on \(whole.elsewhere.joined(separator: ", "))")
    }
}
