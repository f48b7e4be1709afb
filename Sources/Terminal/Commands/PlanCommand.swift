import ArgumentParser
import SwiftProtobuf
import Wire

/// Plans with friends who are up for the same: made, joined, changed, ended.
struct PlanCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Plan something with friends who are up for the same.",
        discussion: """
            `make` offers a plan to friends who match with you: those who join see one another, \
            and have a room. A plan has a number; without one, the only plan is meant. `join`, \
            `later` and `leave` answer a plan; `leave` ends your own. When a plan is over, its \
            room closes a day later, unless two members `keep` it. `done` says that you did it: \
            once two members have, it is one post on the circle.

            Examples:
              upfor plan
              upfor plan make coffee --at 18:30 --place "Café Central"
              upfor plan make coffee --with ana,ben --room 2
              upfor plan join --minutes 10
              upfor plan change --at 19:00
              upfor plan leave 4102
              upfor plan keep
              upfor plan done --note "What a view"
              upfor plan calendar > coffee.ics
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, make, join, later, leave, change, keep, done, calendar, show
    }

    @Argument(help: "list, make, join, later, leave, change, keep, done, calendar or show.")
    var action: Action = .list

    @Argument(help: "The activity of a new plan, or the number of a plan.")
    var subject: String?

    @Option(help: ArgumentHelp("When you meet.", valueName: "time"))
    var at: String?

    @Option(help: "Where.")
    var place: String?

    @Option(help: "A short note.")
    var note: String?

    @Option(help: ArgumentHelp("Only these friends.", valueName: "names"))
    var with: String?

    @Option(help: ArgumentHelp("How many may join.", valueName: "count"))
    var room: UInt32?

    @Option(help: ArgumentHelp("In how many minutes you are there.", valueName: "minutes"))
    var minutes: UInt32?

    @Flag(help: "Do not keep the room; with `done`, take it back.")
    var off = false

    @OptionGroup var options: Options

    func validate() throws {
        guard action != .make || subject != nil else {
            throw ValidationError("a plan for what? `upfor plan make ACTIVITY`")
        }
        guard action == .make || (with == nil && room == nil) else {
            throw ValidationError("--with and --room go with `make`")
        }
        guard [.make, .change].contains(action) || (at == nil && place == nil) else {
            throw ValidationError("--at and --place go with `make` and `change`")
        }
        guard [.make, .change, .done].contains(action) || note == nil else {
            throw ValidationError("--note goes with `make`, `change` and `done`")
        }
        guard [.keep, .done].contains(action) || !off else {
            throw ValidationError("--off goes with `keep` and `done`")
        }
        guard [.join, .later].contains(action) || minutes == nil else {
            throw ValidationError("--minutes goes with `join` and `later`")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        switch action {
        case .list: try await session.show(.planList(PlanList()))
        case .make: try await session.show(.planMake(try await making(in: session)))
        case .join: try await answer(.coming, in: session)
        case .later: try await answer(.later, in: session)
        case .leave: try await answer(.notComing, in: session)
        case .change: try await session.show(.planChange(try await change(in: session)))
        case .keep:
            let plan = try await number(in: session)
            try await session.show(.planKeep(.with { ($0.plan, $0.on) = (plan, !off) }))
        case .done:
            let plan = try await number(in: session)
            try await session.show(
                .planDone(.with { ($0.plan, $0.on, $0.text) = (plan, !off, note ?? "") }))
        case .calendar:
            let plan = try await number(in: session)
            try await session.show(.planCalendar(.with { $0.plan = plan }))
        case .show:
            let plan = try await number(in: session)
            try await session.show(.planRead(.with { $0.plan = plan }))
        }
    }

    private func making(in session: Session) async throws(Failure) -> PlanMake {
        var command = PlanMake()
        command.activity = try await session.activity(subject ?? "")
        (command.note, command.place) = (note ?? "", place ?? "")
        command.with = (with ?? "").split(separator: ",").map(String.init)
        command.cid = MessageMark.fresh()
        if let room { command.roomFor = room }
        if let at = try time(in: session) { command.at = at }
        return command
    }

    private func change(in session: Session) async throws(Failure) -> PlanChange {
        var command = PlanChange()
        command.plan = try await number(in: session)
        if let note { command.note = note }
        if let place { command.place = place }
        if let at = try time(in: session) { command.at = at }
        return command
    }

    private func answer(_ answer: PlanAnswer, in session: Session) async throws(Failure) {
        let plan = try await number(in: session)
        try await session.show(
            .planReply(
                .with {
                    ($0.plan, $0.answer) = (plan, answer)
                    if let minutes { $0.minutes = minutes }
                }))
    }

    private func time(in session: Session) throws(Failure) -> Google_Protobuf_Timestamp? {
        guard let at else { return nil }
        return try TypedTime(at, at: session.output.wording?.times ?? .system).timestamp
    }

    /// The plan that is meant.
    private func number(in session: Session) async throws(Failure) -> UInt32 {
        if let subject {
            guard let number = UInt32(subject) else {
                throw .usage("\(SafeText(subject).line): expected the number of a plan")
            }
            return number
        }
        guard case .plans(let list) = try await session.call(.planList(PlanList())),
            let plan = list.plans.first
        else { throw .local("there is no plan: `upfor plan make ACTIVITY` makes one") }
        guard list.plans.count == 1 else {
            throw .usage("which plan? `upfor plan` lists \(list.plans.count)")
        }
        return plan.plan
    }
}
