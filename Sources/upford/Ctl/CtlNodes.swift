import ArgumentParser
import Wire

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
