import ArgumentParser
import SwiftProtobuf
import Wire

struct CtlTrace: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Follow the frames of a user, without their content.",
        discussion: """
            One line per frame, from now on, until ^C or the end of the daemon. CONN, and REQ, \
            which links an answer to its command, are those of the event log. Frames before and \
            during sign-in belong to no user: `upford log --ev 'account.*'` has wrong passwords, \
            and with `log.level: debug` `command.refused` has other refusals. Eight traces can \
            run at a time.

            EXAMPLES
              upford ctl trace ana
              upford ctl trace ana --json | jq 'select(.name == "error")'
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminTrace()
        order.user = user
        let isJSON = options.json
        let lines = CtlLines { line in
            guard !isJSON else { return showJSON(line + [0x0A]) }
            guard let frame = try? AdminFrame(jsonUTF8Bytes: line, options: CtlOrder.lenient)
            else { return }
            print(Self.text(frame))
            Talk.flush()
        }
        Talk.say("upford: following \(user); ^C ends it")
        try CtlOrder(options, isEndless: true).follow("trace", order) { lines.take($0) }
    }

    private static func text(_ frame: AdminFrame) -> String {
        let arrow = frame.way == "in" ? "→" : "←"
        var words = [frame.at.clock, frame.conn, arrow, frame.name]
        if frame.hasReq { words.append("req=\(frame.req)") }
        if frame.hasSeq { words.append("seq=\(frame.seq)") }
        if frame.hasBytes { words.append("\(frame.bytes) B") }
        if frame.hasDropped { words.append("(\(frame.dropped) frames before it are missing)") }
        return words.joined(separator: "  ")
    }
}
