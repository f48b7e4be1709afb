package import Kernel
import Metering
package import Wire

/// The outcomes of commands: of those in the catalogue, by name; of input that was no command, by
/// the code of its refusal alone. Nothing that a peer chooses becomes a label.
package final class CommandMeter: Sendable {
    /// The outcome of a command.
    enum Outcome: Int, CaseIterable {
        case done, refused
        /// For a fault of ours.
        case failed
    }

    /// Most commands that there is room for.
    static let commandsMax = 256
    private static let codesMax = 64

    /// For each command as many as there are outcomes.
    private let counts = InlineArray<768, Count> { _ in Count() }
    /// Of refusals, by the number of the code.
    private let codes = InlineArray<64, Count> { _ in Count() }

    /// Nothing has happened yet.
    package init() {}

    /// A command was carried out.
    package func done(_ origin: Origin) { count(origin, .done) }

    /// A command was refused.
    package func refused(_ origin: Origin, _ code: ErrorCode) {
        count(origin, code == .internal ? .failed : .refused)
        refused(code)
    }

    /// Something was refused that names no command of ours.
    package func refused(_ code: ErrorCode) {
        guard 0..<Self.codesMax ~= code.rawValue else { return }
        codes[code.rawValue].addFromAnywhere()
    }

    private func count(_ origin: Origin, _ outcome: Outcome) {
        guard 0..<Self.commandsMax ~= origin.place else { return }
        counts[origin.place * 3 + outcome.rawValue].addFromAnywhere()
    }

    /// How often a command, by its place in the catalogue, has come to that.
    func count(_ place: Int, _ outcome: Outcome) -> Int {
        counts[place * 3 + outcome.rawValue].current
    }

    /// How often which code was answered.
    var refusals: [(code: String, count: Int)] {
        ErrorCode.allCases.compactMap { code in
            guard code != .errorUnspecified, 0..<Self.codesMax ~= code.rawValue else { return nil }
            return (code.wireName, codes[code.rawValue].current)
        }
    }
}
