import Wire

/// Who one of the people is, and who the friend is. Neighbours are friends: 0 and 1, 2 and 3 …
struct ChatPerson: Sendable {
    let name: String
    let friend: String
    /// Whether this is the one of the two who asks for friendship.
    let asks: Bool

    /// - Parameters:
    ///   - number: 0 or more.
    ///   - crowd: a few letters that tell these people from those of other runs.
    init(_ number: Int, of crowd: String) {
        name = "\(crowd)_\(number)"
        friend = "\(crowd)_\(number ^ 1)"
        asks = number & 1 == 0
    }

    /// Everybody has the same.
    static let password = "correct horse"

    /// A name for a crowd that no other run has.
    static func makeCrowd(using generator: inout some RandomNumberGenerator) -> String {
        let number: UInt32 = generator.next()
        return "l" + String(number, radix: 36)
    }

    /// The command that makes this person's account.
    var registration: ClientMessage.OneOf_Command {
        var command = AccountRegister()
        command.username = name
        command.email = "\(name)@load.invalid"
        command.password = Self.password
        command.device = "load"
        return .accountRegister(command)
    }
}
