import Client
import Kernel
import Promises
import Wire

/// The load of a day: commands that clients send, and repeat when the reply was lost.
final class Crowd {
    /// A command that a user wants to complete.
    struct Deed {
        let user: String
        let command: ClientMessage.OneOf_Command
        var triesLeft: Int
        var isSettled = false
        /// The device that waits for the reply.
        var device: String?
    }

    unowned let world: World
    private(set) var deeds: [Deed] = []

    init(_ world: World) { self.world = world }

    /// Schedules the day's commands.
    func plan() {
        for device in world.devices {
            world.after(world.chance.milliseconds(0...5000)) { device.start() }
        }
        let plan = world.plan
        schedule(plan.commandCount) { $0.act() }
        schedule(plan.meetingCount) { $0.send { $0.meeting(of: $1, cid: $2, at: $3, using: &$4) } }
        schedule(plan.roamingCount) { $0.send { $0.roaming(of: $1, cid: $2, at: $3, using: &$4) } }
        schedule(plan.swipeCount) { $0.send { $0.swiping(of: $1, cid: $2, at: $3, using: &$4) } }
        schedule(plan.roleCount) { $0.organise() }
        schedule(plan.wordCount) { $0.send { $0.playing(of: $1, cid: $2, at: $3, using: &$4) } }
        schedule(plan.attachmentCount) { $0.attach() }
        schedule(plan.talkCount) { $0.send { $0.conversing(of: $1, cid: $2, at: $3, using: &$4) } }
    }

    /// Does something so many times during the day.
    private func schedule(_ count: Int, _ act: @escaping (Crowd) -> Void) {
        let busy = Int(world.plan.busy / .milliseconds(1))
        for _ in 0..<count {
            world.after(world.chance.milliseconds(0...busy)) { [self] in act(self) }
        }
    }

    /// Sends a random command of a user: about partners, a conversation, at a gathering.
    private func send(
        _ wish: (Rules, _ user: String, _ cid: String, Moment, inout Chance) ->
            ClientMessage.OneOf_Command
    ) {
        guard let device = world.chance.pick(world.devices.filter(\.isRunning)) else { return }
        let command = wish(
            world.oracle.rules, device.user, "c\(deeds.count)", world.clock.moment,
            &world.chance)
        give(command, on: device)
    }

    /// Has a user grant a role at a gathering, or upload, delete or read a document.
    private func organise() {
        let running = world.devices.filter(\.isRunning)
        let rules = world.oracle.rules
        let planners = running.filter { device in
            rules.teamView.places.gatherings.contains { rules.teamView.plans(device.user, $0) }
        }
        // Most users are refused here, so planners send half of these commands.
        guard let device = world.chance.pick(world.chance.percent(50) ? planners : running) else {
            return
        }
        switch world.chance.below(10) {
        case ..<3:
            let filing = rules.filing(of: device.user, by: device.token, using: &world.chance)
            guard let daemon = world.chance.pick(world.daemons) else { return }
            DocumentRequests(world).file(filing, at: daemon)
        case 3, 4:
            guard let daemon = world.chance.pick(world.daemons.filter { $0.stage == .up }),
                let number = rules.teamView.number(of: world.chance.pick(world.plan.users) ?? "")
            else { return }
            let kind: DocumentKind = world.chance.percent(60) ? .resume : .transcript
            DocumentRequests(world).fetch(kind, of: number, for: device, at: daemon)
        default:
            let command = rules.organising(
                of: device.user, cid: "c\(deeds.count)", using: &world.chance)
            give(command, on: device)
        }
    }

    /// The number of commands that still wait for a reply.
    var unsettledCount: Int { deeds.count { !$0.isSettled } }

    /// The commands that still wait, and on which device, for a log line.
    var unsettled: String {
        deeds.filter { !$0.isSettled }
            .map { "\($0.device ?? $0.user): \(Optional($0.command).brief)" }
            .joined(separator: "; ")
    }

    /// Sends a random command, or repeats an earlier one.
    private func act() {
        guard let device = world.chance.pick(world.devices.filter(\.isRunning)) else { return }
        if world.chance.percent(1) { return device.logOut() }
        let mine = deeds.filter { $0.user == device.user && $0.command.cid?.isEmpty == false }
        if world.chance.percent(4), let old = world.chance.pick(mine) {
            return give(world.chance.percent(70) ? old.command : old.command.changed, on: device)
        }
        let cid = "c\(deeds.count)"
        let command = world.oracle.rules.whim(
            of: device.user, cid: cid, at: world.clock.moment, using: &world.chance)
        give(command, on: device)
    }

    /// Sends a command from a device.
    func give(_ command: ClientMessage.OneOf_Command, on device: Device) {
        deeds.append(
            Deed(user: device.user, command: command, triesLeft: world.chance.number(0...6)))
        ask(deeds.count - 1, on: device)
    }

    /// An app has ended, so its pending commands lose their caller.
    func ended(_ device: Device) {
        for number in deeds.indices
        where deeds[number].device == device.name && !deeds[number].isSettled {
            tryAgain(number)
        }
    }

    private func ask(_ number: Int, on device: Device) {
        deeds[number].device = device.name
        device.call(deeds[number].command, for: number)
    }

    /// Handles the outcome of a command as the client reported it.
    func answered(_ number: Int, _ answer: Conversation<Int>.Answer, to device: Device) {
        let deed = deeds[number]
        switch answer {
        case .success(let reply):
            deeds[number].isSettled = true
            device.statement.take(reply, world.roster)
            world.oracle.acknowledged(reply, to: deed.command, of: deed.user)
        case .failure(.refused(let error)) where error.temporary: tryAgain(number)
        case .failure(.refused): deeds[number].isSettled = true
        case .failure(.violation(let what)):
            world.complain(.rules, "an answer that the client does not understand: \(what)")
        case .failure: tryAgain(number)
        }
    }

    /// It is unknown whether the command took effect: repeats it, perhaps from another device.
    private func tryAgain(_ number: Int) {
        let deed = deeds[number]
        deeds[number].device = nil
        guard deed.triesLeft > 0, deed.command.cid?.isEmpty == false || deed.command.isLook else {
            deeds[number].isSettled = true
            return
        }
        deeds[number].triesLeft -= 1
        world.after(world.chance.milliseconds(50...4000)) { [self] in
            let devices = world.devices.filter { $0.user == deed.user && $0.isRunning }
            guard let device = world.chance.pick(devices) else {
                deeds[number].isSettled = true
                return
            }
            ask(number, on: device)
        }
    }
}

extension ClientMessage.OneOf_Command {
    /// The same `cid` with a different payload, as a faulty client would send it.
    fileprivate var changed: Self {
        switch self {
        case .roomSend(var command):
            command.text += "!"
            return .roomSend(command)
        case .roomEdit(var command):
            command.text += "!"
            return .roomEdit(command)
        case .activitySet(var command):
            command.on.toggle()
            return .activitySet(command)
        default: return self
        }
    }

    /// Whether it changes nothing.
    var isLook: Bool {
        switch self {
        case .userLookup, .friendList, .mailboxList, .blockList, .roomHistory, .roomList,
            .roomPins,
            .activityList, .audienceList, .matchList, .matchWhy, .privacyRead, .speakerRead,
            .speakerFind, .partnerList, .partnerRead, .placeList, .placeFriendList,
            .checkinHistory, .projectRead, .gatheringRead, .swipeList, .deckRead,
            .gatheringPeople, .teamDocumentList,
            .wordRoundRead, .wordDailyRead, .wordDuelList, .wordProfileRead, .wordSettingsRead:
            true
        default: false
        }
    }
}
