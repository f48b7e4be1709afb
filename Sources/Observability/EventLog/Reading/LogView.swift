/// Shows lines of a log: those that are wanted, as they are or for people.
public struct LogView: Sendable {
    private let filter: EventFilter
    private let form: EventForm
    /// Lines that were no events.
    public private(set) var strangeCount = 0

    /// - Parameter isPretty: for a person at a terminal, in colour; else as they are.
    public init(_ filter: EventFilter, isPretty: Bool) {
        self.filter = filter
        form = isPretty ? .pretty : .json
    }

    /// A line as it is to be shown, with its line feed; nil when it is not wanted.
    public mutating func shown(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard !filter.isTooOld(line) else { return nil }
        guard let event = EventLine(line) else {
            strangeCount += 1
            return nil
        }
        guard filter.wants(event) else { return nil }
        switch form {
        case .json: return line + [UInt8(ascii: "\n")]
        case .pretty: return pretty(event)
        }
    }

    private func pretty(_ event: EventLine) -> [UInt8] {
        var bytes: [UInt8] = []
        EventForm.appendPretty(
            event.time, event.level, event.name, event.fields.map { ($0.key, .text($0.text)) },
            to: &bytes)
        return bytes
    }
}
