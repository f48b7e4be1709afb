import ArgumentParser
import Wire

struct CtlRotateServerKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-server-key",
        abstract: "Make another key for marks in the data.",
        discussion: """
            Of the names of deleted accounts, networks of log-ins, mailed codes and the like the \
            data hold marks that only the server's key makes. If a copy of the data went astray, \
            this makes another key for those to come. The keys before are kept, since what they \
            have marked must be known again; there may be 16.

            EXAMPLES
              upford ctl rotate-server-key
            """)

    @OptionGroup var options: CtlOptions

    func run() throws {
        let (json, keys) = try CtlOrder(options).give(
            "rotate-server-key", AdminServerKeyRotate(), for: AdminServerKeys.self)
        guard !options.json else { return showJSON(json) }
        print("the server has another key: \(keys.count) of \(keys.most)")
    }
}
