import ArgumentParser
import SwiftProtobuf
import Wire

struct CtlStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the daemon: version, clients, load.",
        discussion: """
            EXAMPLES
              upford ctl status
              upford ctl status --data data
              upford ctl status --socket /var/lib/upford/upford.sock --json | jq .sessions
            """)

    @OptionGroup var options: CtlOptions

    func run() throws {
        let (json, status) = try CtlOrder(options)
            .give("status", AdminStatusRead(), for: AdminStatus.self)
        guard !options.json else { return showJSON(json) }
        var table = CtlTable("STATUS", status.state)
        if !status.node.isEmpty { table.add("node", status.node) }
        if status.hasNodes { table.add("nodes alive", "\(status.nodes)") }
        table.add("version", status.version)
        table.add("process", "\(status.pid)")
        table.add("since", status.since.text)
        for address in status.addresses { table.add("address", address) }
        table.add("connections", "\(status.connections)")
        table.add("sessions", "\(status.sessions)")
        table.add("people", "\(status.people)")
        table.add("store queue", "\(status.queued)")
        table.add("descriptors", "\(status.descriptors)")
        table.add("memory", "\(status.memoryMib) MiB")
        table.show()
    }
}

struct CtlNodes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes",
        abstract: "List the nodes of a cluster.",
        discussion: """
            Any node answers, by the database. What nodes say of themselves is some two seconds \
            old. The node that answers has a star, and CHORES names the one that has the chores.

            EXAMPLES
              upford ctl nodes
              upford ctl nodes --json | jq -r '.nodes[] | select(.state == "alive") | .name'
            """)

    @OptionGroup var options: CtlOptions

    func run() throws {
        let answer = try CtlOrder(options).give("nodes", AdminNodesRead(), for: AdminNodes.self)
            .answer
        guard !options.json else {
            return try showJSON(answer, isEmpty: answer.nodes.isEmpty, "nodes")
        }
        guard !answer.nodes.isEmpty else {
            return Talk.sayLast("upford: this daemon is alone: cluster.node is empty")
        }
        var table = CtlTable(
            "NODE", "STATE", "VERSION", "SINCE", "CONNECTIONS", "SESSIONS", "CHORES")
        for node in answer.nodes {
            let isAlive = node.hasSince
            table.add(
                node.name + (node.own ? "*" : ""), node.state, node.version,
                isAlive ? node.since.text : "", isAlive ? "\(node.connections)" : "",
                isAlive ? "\(node.sessions)" : "", node.chores ? "yes" : "")
        }
        table.show()
    }
}

struct CtlSessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List the open sessions, of all users or of one.",
        discussion: """
            Of a cluster: those of this node; of one user it also says which other nodes have some.

            UID and CONN are those of the event log. BEHIND is the number of events that a \
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
        var table = CtlTable("SESSION", "USER", "UID", "CONN", "DEVICE", "SINCE", "BEHIND")
        for session in whole.sessions {
            table.add(
                "\(session.session)", session.user, session.uid, session.conn, session.device,
                session.since.text, "\(session.behind)")
        }
        table.show()
        guard !whole.elsewhere.isEmpty else { return }
        Talk.sayLast("upford: also on \(whole.elsewhere.joined(separator: ", "))")
    }
}

struct CtlKick: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick",
        abstract: "Close the sessions of a user.",
        discussion: """
            Each is closed with 4411. A device may reconnect at once, and `upfor` does. To keep \
            a user out, use `ban`. Those on other nodes end within a second; `--session` is one \
            of this node.

            EXAMPLES
              upford ctl kick ana
              upford ctl kick ana --session 17
            """)

    @Argument(help: "The username.")
    var user: String

    @Option(help: "Only this session, by its number in `upford ctl sessions`.")
    var session: UInt64?

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminKick()
        order.user = user
        if let session { order.session = session }
        let (json, kicked) = try CtlOrder(options).give("kick", order, for: AdminKicked.self)
        guard !options.json else { return showJSON(json) }
        let rest = kicked.hasNodes ? "; other nodes told: \(kicked.nodes)" : ""
        Talk.sayLast("upford: sessions of \(user) ended: \(kicked.sessions)\(rest)")
    }
}
