import WebSocket
import Wire

/// Somebody who comes, makes an account, and leaves as soon as that is answered.
struct RegistrationMember: CrowdMember {
    private let number: Int
    private let person: ChatPerson
    private var speech = Speech(.json)
    private(set) var isLeaving = false

    /// - Parameter number: by which the token is found again.
    init(_ number: Int, _ person: ChatPerson) {
        self.number = number
        self.person = person
    }

    mutating func opened(_ tally: inout RegistrationTally, _ output: inout [UInt8]) {
        speech.say(person.registration, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout RegistrationTally,
        _ output: inout [UInt8]
    ) {
        guard let message = ServerMessage([UInt8](bytes), .json) else {
            return refused("with a message that cannot be read", &tally, &output)
        }
        switch message.body {
        case .account(let account):
            tally.tokens[number] = account.token
            leave(&output)
        case .error(let error):
            refused("\(error.code.wireName): \(error.message)", &tally, &output)
        default: break
        }
    }

    func ended(by code: CloseCode?, _ tally: inout RegistrationTally) {
        if code == .signInTimeout { tally.hasTimedOut = true }
    }

    private mutating func refused(
        _ reason: String, _ tally: inout RegistrationTally, _ output: inout [UInt8]
    ) {
        if tally.firstRefusal == nil { tally.firstRefusal = reason }
        leave(&output)
    }

    private mutating func leave(_ output: inout [UInt8]) {
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}
