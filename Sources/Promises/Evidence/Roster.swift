/// The names of people who are known by their numbers, 0, 1, 2 ….
package struct Roster: Sendable {
    private let crowd: String
    private let names: [String]

    /// - Parameter crowd: a few letters that all names begin with.
    package init(crowd: String) {
        self.crowd = crowd
        names = []
    }

    /// - Parameter names: of everybody there is.
    package init(names: [String]) {
        crowd = ""
        self.names = names
    }

    package func name(_ number: Int) -> String {
        names.indices.contains(number) ? names[number] : "\(crowd)_\(number)"
    }

    /// Whose name that is; nil for a name of nobody here.
    package func number(_ name: String) -> Int? {
        guard names.isEmpty else { return names.firstIndex(of: name) }
        guard name.hasPrefix(crowd), name.dropFirst(crowd.count).first == "_",
            let number = Int(name.dropFirst(crowd.count + 1)), number >= 0
        else { return nil }
        return number
    }

    /// The two whose room has that key.
    package func pair(_ room: String) -> PersonPair? {
        let names = room.split(separator: ":", omittingEmptySubsequences: false)
        guard names.count == 2, let one = number(String(names[0])),
            let other = number(String(names[1])), one != other
        else { return nil }
        return PersonPair(one, other)
    }
}
