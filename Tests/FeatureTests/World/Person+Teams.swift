import Kernel
import SwiftProtobuf
import Testing
import Wire

extension Person {
    @discardableResult
    func gather(
        _ title: String = "Hack Day", at point: (lat: Double, lon: Double)? = nil,
        in time: Duration = .seconds(86_400), lasting length: Duration = .seconds(86_400),
        more: String = ""
    ) throws -> Gathering {
        let starts = world.clock.now.advanced(by: time)
        let command = GatheringCreate.with {
            ($0.title, $0.more) = (title, more)
            if let point { ($0.lat, $0.lon) = (point.lat, point.lon) }
            $0.starts = starts.timestamp
            $0.ends = starts.advanced(by: length).timestamp
        }
        return try gathering(by: .gatheringCreate(command))
    }

    /// Plans a gathering that others attend.
    ///
    /// - Returns: its number.
    @discardableResult
    func host(_ guests: [Person]) throws -> UInt32 {
        let number = try gather().number
        for guest in guests { try guest.attend(number) }
        return number
    }

    @discardableResult
    func attend(_ number: UInt32) throws -> Gathering {
        try gathering(by: .gatheringJoin(.with { $0.number = number }))
    }

    func gathering(_ number: UInt32) throws -> Gathering {
        try gathering(by: .gatheringRead(.with { $0.number = number }))
    }

    func gathering(by command: ClientMessage.OneOf_Command) throws -> Gathering {
        try ask(command) { answer in
            guard case .gathering(let gathering) = answer else { return nil }
            return gathering
        }
    }

    func gatherings(_ fill: (inout GatheringFind) -> Void = { _ in }) throws -> Gatherings {
        var command = GatheringFind()
        fill(&command)
        return try ask(.gatheringFind(command)) { answer in
            guard case .gatherings(let gatherings) = answer else { return nil }
            return gatherings
        }
    }

    func ownGatherings(after: String = "") throws -> Gatherings {
        try ask(.gatheringList(.with { $0.after = after })) { answer in
            guard case .gatherings(let gatherings) = answer else { return nil }
            return gatherings
        }
    }

    func attendees(of number: UInt32) throws -> [Attendee] {
        try ask(.gatheringPeople(.with { $0.number = number })) { answer in
            guard case .attendees(let page) = answer else { return nil }
            return page.attendees
        }
    }

    /// Sets the profile for teams.
    @discardableResult
    func offerSkills(
        _ skills: [String], contact: String? = nil, open: Bool? = nil
    ) throws -> TeamProfile {
        let command = TeamProfileSet.with {
            $0.skills = .with { $0.skills = skills }
            if let contact { $0.contact = contact }
            if let open { $0.open = open }
        }
        return try teamProfile(by: .teamProfileSet(command))
    }

    func teamProfile(_ username: String = "") throws -> TeamProfile {
        try teamProfile(by: .teamProfileRead(.with { $0.username = username }))
    }

    private func teamProfile(by command: ClientMessage.OneOf_Command) throws -> TeamProfile {
        try ask(command) { answer in
            guard case .teamProfile(let profile) = answer else { return nil }
            return profile
        }
    }

    @discardableResult
    func project(
        _ title: String = "Robots", at gathering: UInt32, capacity: UInt32? = nil,
        wanting skills: [String] = []
    ) throws -> Project {
        let command = ProjectCreate.with {
            ($0.gathering, $0.title, $0.skills) = (gathering, title, skills)
            if let capacity { $0.capacity = capacity }
        }
        return try project(by: .projectCreate(command))
    }

    func project(_ number: UInt32) throws -> Project {
        try project(by: .projectRead(.with { $0.number = number }))
    }

    func project(by command: ClientMessage.OneOf_Command) throws -> Project {
        try ask(command) { answer in
            guard case .project(let project) = answer else { return nil }
            return project
        }
    }

    func projects(at gathering: UInt32 = 0) throws -> [Project] {
        try ask(.projectList(.with { $0.gathering = gathering })) { answer in
            guard case .projects(let page) = answer else { return nil }
            return page.projects
        }
    }

    /// Ordered by join time, then by name.
    func members(of project: UInt32) throws -> [String] {
        try self.project(project).members
            .sorted {
                ($0.since.seconds, $0.since.nanos, $0.user.username) < (
                    $1.since.seconds, $1.since.nanos, $1.user.username
                )
            }
            .map(\.user.username)
    }

    /// Swipes a project, or a user for it.
    @discardableResult
    func swipe(_ project: UInt32, _ username: String = "", right: Bool = true) throws -> Swipe {
        let command = SwipeSet.with {
            ($0.project, $0.username, $0.approve) = (project, username, right)
        }
        return try ask(.swipeSet(command)) { answer in
            guard case .swipe(let swipe) = answer else { return nil }
            return swipe
        }
    }

    /// Gives a member of a project a role there.
    func grant(_ role: TeamRole, to username: String, in project: UInt32) throws {
        try call(
            .projectGrant(
                .with { ($0.number, $0.username, $0.role) = (project, username, role) }))
    }

    /// Takes a swipe back.
    func dropSwipe(_ project: UInt32, _ username: String = "") throws {
        try call(.swipeDrop(.with { ($0.project, $0.username) = (project, username) }))
    }

    func swipes(by project: UInt32 = 0, mutual: Bool = false) throws -> [Swipe] {
        try ask(.swipeList(.with { ($0.project, $0.mutual) = (project, mutual) })) { answer in
            guard case .swipes(let page) = answer else { return nil }
            return page.swipes
        }
    }

    func deck(
        at gathering: UInt32 = 0, of project: UInt32 = 0, limit: UInt32 = 0, after: String = ""
    ) throws -> Deck {
        let command = DeckRead.with {
            ($0.gathering, $0.project, $0.limit, $0.after) = (gathering, project, limit, after)
        }
        return try ask(.deckRead(command)) { answer in
            guard case .deck(let deck) = answer else { return nil }
            return deck
        }
    }
}
