import ArgumentParser
import Wire

struct CtlRotateServerKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-server-key",
        abstract: "Make a new server key.",
        discussion: """
            With this key the data mark names of deleted accounts, networks of log-ins, mailed \
            codes and the like. After a leak of a backup, a new key protects later marks. \
            Earlier keys are kept to recognise earlier marks, at most 16 in all.

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
