import Wire

extension Wording {
    /// Answers about gatherings and teams; nil for anything else.
    func teamAnswer(_ body: ServerMessage.OneOf_Body) -> [String]? {
        switch body {
        case .gathering(let gathering): [line(gathering)] + text(gathering.text)
        case .gatherings(let page):
            list(page.gatherings.map(line), none: "no events", next: page.next)
                + (page.partial
                    ? [palette.dim("there are more around: ask for a smaller area")] : [])
        case .attendees(let page):
            list(
                page.attendees.map(line), none: "nobody",
                next: page.next == 0 ? "" : "\(page.next)")
        case .teamProfile(let profile): self.profile(profile)
        case .skills(let skills): skills.skills.map(safe)
        case .project(let project): self.project(project)
        case .projects(let page):
            list(
                page.projects.map(line), none: "no projects",
                next: page.next == 0 ? "" : "\(page.next)")
        case .swipe(let swipe): [line(swipe)]
        case .swipes(let page): list(page.swipes.map(line), none: "no swipes", next: page.next)
        case .teamDocuments(let list):
            self.list(list.documents.map(line), none: "no documents", next: "")
        case .deck(let deck):
            list(deck.cards.map(line), none: "nothing left to swipe", next: deck.next)
        default: nil
        }
    }

    /// What happened in teams; nil for anything else.
    func teamNews(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .teamMatched(let matched):
            "\(person(matched.user)) waits for a place in \(title(matched.title)), which is full"
        case .teamJoined(let change):
            "\(palette.yellow("★")) \(person(change.user)) joined \(title(change.title))"
        case .teamLeft(let change): "\(person(change.user)) left \(title(change.title))"
        case .teamRoleChanged(let change):
            "\(person(change.user)) is \(role(change.role)) of \(title(change.title)) now"
        case .projectDeleted(let deleted): "the project \(title(deleted.title)) is gone"
        case .gatheringDeleted(let deleted): "the event \(title(deleted.title)) is gone"
        case .gatheringGranted(let granted):
            switch granted.role {
            case .planner: "you plan \(title(granted.title)) now"
            case .coordinator: "you help to run \(title(granted.title)) now"
            case .company: "you attend \(title(granted.title)) for \(title(granted.company)) now"
            case .attendee: "you attend \(title(granted.title)) without another role now"
            default: "you do not attend \(title(granted.title)) any more"
            }
        default: nil
        }
    }

    private func title(_ text: String) -> String { palette.bold(safe(text)) }

    private func text(_ text: String) -> [String] { text.isEmpty ? [] : ["  \(safe(text))"] }

    private func list(_ lines: [String], none: String, next: String) -> [String] {
        guard !lines.isEmpty else { return [palette.dim(none)] }
        return lines + (next.isEmpty ? [] : [palette.dim("… more: --after \(safe(next))")])
    }

    private func line(_ gathering: Gathering) -> String {
        let role =
            switch gathering.role {
            case .planner: ", you plan it"
            case .attendee: ", you attend"
            case .coordinator: ", you help to run it"
            case .company: ", you attend for \(safe(gathering.company))"
            case .notAttending, .UNRECOGNIZED: ""
            }
        let place = gathering.place.isEmpty ? "" : ", \(safe(gathering.place))"
        let tenths = Int((gathering.distance * 10).rounded())
        let distance = gathering.hasDistance ? ", \(tenths / 10).\(tenths % 10) km" : ""
        return "\(gathering.number)  \(title(gathering.title)), \(times.date(gathering.starts))"
            + "\(place)\(distance)"
            + palette.dim(
                " (\(gathering.attendees) attend, \(gathering.projects) projects\(role))")
    }

    private func skills(_ skills: [String]) -> String {
        skills.isEmpty ? "" : ": \(skills.map(safe).joined(separator: ", "))"
    }

    private func line(_ profile: TeamProfile) -> String {
        person(profile.user) + skills(profile.skills)
    }

    private func line(_ attendee: Attendee) -> String {
        let role =
            switch attendee.role {
            case .planner: " (planner)"
            case .coordinator: " (coordinator)"
            case .company: " (for \(safe(attendee.company)))"
            case .attendee, .notAttending, .UNRECOGNIZED: ""
            }
        let documents = attendee.documents.map { name(of: $0.kind) }.joined(separator: ", ")
        return line(attendee.profile) + role
            + (documents.isEmpty ? "" : palette.dim(" [\(documents)]"))
    }

    private func line(_ document: TeamDocument) -> String {
        "\(name(of: document.kind)): \(safe(document.contentType)), \(document.bytes) bytes, "
            + times.date(document.at)
    }

    private func name(of kind: DocumentKind) -> String {
        switch kind {
        case .resume: "resume"
        case .transcript: "transcript"
        case .noDocument, .UNRECOGNIZED: "document"
        }
    }

    private func profile(_ profile: TeamProfile) -> [String] {
        let isHidden = profile.user.username == me && !profile.open
        let contact = profile.contact.isEmpty ? [] : ["  reached at \(safe(profile.contact))"]
        let companies =
            profile.openToCompanies
            ? [palette.dim("  companies at your events may read your documents")] : []
        return [
            line(profile)
                + (isHidden ? palette.dim(" (not shown to projects: `event me --open`)") : "")
        ] + contact + companies + text(profile.text)
    }

    private func line(_ project: Project) -> String {
        "\(project.number)  \(title(project.title))\(skills(project.skills))"
            + palette.dim(
                " (\(project.size) of \(project.capacity)"
                    + (project.role == .noMember ? ")" : ", you are \(role(project.role)))"))
    }

    private func project(_ project: Project) -> [String] {
        [line(project)] + text(project.text)
            + project.members.map { "  \(person($0.user)), \(role($0.role))" }
    }

    private func role(_ role: TeamRole) -> String {
        switch role {
        case .owner: "owner"
        case .recruiter: "recruiter"
        case .member: "member"
        case .noMember, .UNRECOGNIZED: "no member"
        }
    }

    private func line(_ swipe: Swipe) -> String {
        let way = swipe.approve ? "right" : "left"
        let what =
            swipe.byProject
            ? "project \(swipe.project) swiped \(person(swipe.user)) to the \(way)"
            : "you swiped project \(swipe.project) to the \(way)"
        let outcome =
            swipe.joined
            ? ": \(palette.yellow("★")) \(swipe.byProject ? "joined" : "you are in the team")"
            : swipe.mutual ? ": mutual, waits for a place" : ""
        return what + outcome
    }

    private func line(_ card: DeckCard) -> String {
        let shared = card.shared == 0 ? "" : palette.dim(" (\(card.shared) in common)")
        return switch card.card {
        case .project(let project): line(project) + shared
        case .profile(let profile): line(profile) + shared
        case nil: ""
        }
    }
}
