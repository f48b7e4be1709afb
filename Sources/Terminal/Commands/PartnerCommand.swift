import ArgumentParser
import SwiftProtobuf
import Wire

/// Language partners: the user's own profile, matching users, and the user's partners.
struct PartnerCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "partner", abstract: "Find language partners, and list yours.",
        discussion: """
            A partner knows a language that you learn, and learns one that you know. `me` shows \
            or makes your profile: names and both languages are needed the first time. `find` \
            lists people who fit; `with` makes a user your partner, or without a name one chosen \
            by chance. `meet` arranges a meetup with a partner. Partners are not friends: they \
            do not chat, and do not see whether you are online.

            Examples:
              upfor partner me --first Ana --last Sol --knows en --learns zh
              upfor partner me --no-open
              upfor partner find
              upfor partner with
              upfor partner with ben
              upfor partner
              upfor partner end ben
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, me, find, with, show, end
    }

    @Argument(help: "list, me, find, with, show or end.")
    var action = Action.list

    @Argument(help: "The other's username, with `find`, `with`, `show` and `end`.")
    var name = ""

    @Option(help: "Your first name, with `me`.")
    var first: String?

    @Option(help: "Your last name.")
    var last: String?

    @Option(help: ArgumentHelp("The language you know: en, zh …", valueName: "code"))
    var knows: String?

    @Option(help: ArgumentHelp("The language you learn.", valueName: "code"))
    var learns: String?

    @Option(help: "What others read about you; at most 500 characters.")
    var bio: String?

    @Flag(inversion: .prefixedNo, help: "Let others find you.")
    var open: Bool?

    @Option(help: "With `find`: those behind this number, as `more` said.")
    var after: UInt32 = 0

    @OptionGroup var options: Options

    private var change: SpeakerSet {
        var change = SpeakerSet()
        if let first { change.firstName = first }
        if let last { change.lastName = last }
        if let knows { change.known = knows }
        if let learns { change.learn = learns }
        if let bio { change.bio = bio }
        if let open { change.open = open }
        return change
    }

    func validate() throws {
        guard change == SpeakerSet() || action == .me else {
            throw ValidationError("what a profile says is set by `me`")
        }
        guard after == 0 || action == .find else {
            throw ValidationError("--after goes with `find`")
        }
        let needsName = [.show, .end].contains(action)
        guard !needsName || !name.isEmpty else {
            throw ValidationError("whom? `\(action.rawValue) NAME`")
        }
        guard ![.list, .me].contains(action) || name.isEmpty else {
            throw ValidationError("`\(action.rawValue)` takes no name")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        switch action {
        case .list: try await session.show(.partnerList(PartnerList()))
        case .me:
            let isRead = change == SpeakerSet()
            try await session.show(isRead ? .speakerRead(SpeakerRead()) : .speakerSet(change))
        case .find:
            try await session.show(
                .speakerFind(.with { ($0.username, $0.after) = (name, after) }))
        case .with: try await session.show(.partnerMatch(.with { $0.username = name }))
        case .show: try await session.show(.speakerRead(.with { $0.username = name }))
        case .end:
            let number = try await session.partnership(with: name).number
            try await session.tell(
                .partnerEnd(.with { $0.number = number }), "\(name) is no longer your partner")
        }
    }
}

extension Session {
    /// What there is between the user and a partner.
    func partnership(with name: String) async throws(Failure) -> Partnership {
        let answer = try await call(.partnerRead(.with { $0.username = name }))
        guard case .partnership(let partnership) = answer else {
            throw .unreachable("this is no Upfor server: no partnership in its answer")
        }
        return partnership
    }
}
