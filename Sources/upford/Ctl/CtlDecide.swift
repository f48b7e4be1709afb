import ArgumentParser
import Wire

struct CtlDecide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract: "Decide a case: dismiss, hide, warn, suspend or ban.",
        discussion: """
            hide removes the message or post, as its author could. warn sends the reason to the \
            user. suspend and ban work like `ban`. The reporters are not told. Repeating a \
            decision changes nothing; a different one is refused.

            EXAMPLES
              upford ctl decide 117964013739966464 warn --reason 'leave ben alone'
              upford ctl decide 117964013739966464 suspend --for 3d --reason harassment
              upford ctl decide 117964013739966464 dismiss --note 'a joke among friends'
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case dismiss, hide, warn, suspend, ban

        var wire: ModerationAction {
            switch self {
            case .dismiss: .dismiss
            case .hide: .hide
            case .warn: .warn
            case .suspend: .suspend
            case .ban: .ban
            }
        }
    }

    @Argument(help: "The case, as `reports` shows it.")
    var id: String

    @Argument(help: "dismiss, hide, warn, suspend or ban.")
    var action: Action

    @Option(name: .customLong("for"), help: "Duration of suspend: 90s, 10m, 2h, 7d.")
    var duration: String?

    @Option(help: "The reason for the user; at most 200 characters.")
    var reason = ""

    @Option(help: "For administrators only; at most 500 characters.")
    var note = ""

    @OptionGroup var options: CtlOptions

    func validate() throws {
        guard (action == .suspend) == (duration != nil) else {
            throw ValidationError("--for belongs to suspend, which needs it")
        }
        if let duration, CtlBan.seconds(duration) == nil {
            throw ValidationError("--for: expected 90s, 10m, 2h or 7d, got \"\(duration)\"")
        }
    }

    func run() throws {
        var order = AdminDecide()
        (order.id, order.action, order.reason, order.note) = (id, action.wire, reason, note)
        order.seconds = UInt32(clamping: duration.flatMap(CtlBan.seconds) ?? 0)
        let (json, found) = try CtlOrder(options).give("decide", order, for: AdminCase.self)
        options.json ? showJSON(json) : CtlReport.show(found)
    }
}
