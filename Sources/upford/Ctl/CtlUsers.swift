import ArgumentParser
import SwiftProtobuf
import Wire

struct CtlUsers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List the accounts, by username.",
        discussion: """
            EXAMPLES
              upford ctl users
              upford ctl users --banned
              upford ctl users --json | jq -r '.users[].user' | wc -l
            """)

    @Flag(help: "Only banned accounts.")
    var banned = false

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminUsersRead()
        let client = try CtlOrder(options)
        var whole = AdminUsers()
        repeat {
            let page = try client.give("users", order, for: AdminUsers.self).answer
            whole.users += page.users.filter { $0.banned || !banned }
            order.after = page.next
        } while !order.after.isEmpty
        guard !options.json else {
            return try showJSON(whole, isEmpty: whole.users.isEmpty, "users")
        }
        var table = CtlTable("USER", "UID", "SINCE", "BANNED")
        for user in whole.users {
            table.add(user.user, user.uid, user.since.text, user.banned ? "yes" : "")
        }
        table.show()
    }
}
