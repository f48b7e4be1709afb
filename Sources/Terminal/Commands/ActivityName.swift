import Wire

/// An activity, as people name it: by its name in whatever letters, or by its number on the board.
enum ActivityName {
    /// Which of the words of a command names an activity, the command itself being 0; nil also
    /// behind an option, which may have a value.
    static func place(in words: [String]) -> Int? {
        guard let place = words.first.flatMap(place(of:)), place < words.count else { return nil }
        return words[...place].contains { $0.hasPrefix("-") } ? nil : place
    }

    /// The same for a command without options.
    static func place(of command: String) -> Int? {
        switch command {
        case "up", "down", "audience": 1
        case "why", "did": 2
        default: nil
        }
    }

    /// The one that is meant; nil when there is none.
    ///
    /// - Parameter catalogue: all names, in the order of the board.
    static func meant(by typed: String, among catalogue: [String]) -> String? {
        if catalogue.contains(typed) { return typed }
        if let name = catalogue.first(where: { $0.lowercased() == typed.lowercased() }) {
            return name
        }
        return zip(1..., catalogue).first { "\($0.0)" == typed }?.1
    }

    /// Whether it may be another than it says; else the catalogue need not be asked for.
    fileprivate static func isLoose(_ typed: String) -> Bool {
        typed != typed.lowercased() || typed.allSatisfy { $0.isNumber }
    }
}

extension Session {
    /// The name of the activity that is meant; what is none is left to the server to refuse.
    func activity(_ typed: String) async throws(Failure) -> String {
        guard ActivityName.isLoose(typed),
            case .activities(let list) = try await call(.activityList(ActivityList()))
        else { return typed }
        return ActivityName.meant(by: typed, among: list.activities.map(\.activity)) ?? typed
    }
}
