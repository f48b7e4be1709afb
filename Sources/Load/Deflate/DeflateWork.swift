/// The same messages sent back plain and compressed: what it costs the server, and what it saves.
struct DeflateWork: Sendable {
    let connections: Int
    let bytes: Int
    let seconds: Int

    /// Measures it.
    func run(
        _ contest: Contest, _ progress: Progress
    ) async throws(LoadFailure) -> ContestReport {
        let plan = Round.Plan(connections: connections, seconds: seconds)
        let text = Self.chat(bytes)
        let plain = try EchoMember.Message(text, isDeflated: false)
        let deflated = try EchoMember.Message(text, isDeflated: true)
        return try await contest.report(
            "echo of JSON, \(connections) × 1, \(bytes) B", unit: .message
        ) { (contestant, phase) async throws(LoadFailure) in
            let message = contestant.target.deflates ? deflated : plain
            return try await Round.measure(plan, contestant, phase: phase, progress) { _ in
                EchoMember(message, depth: 1)
            }
        }
    }

    /// Text like that of the wire: messages of a room, one after the other.
    static func chat(_ count: Int) -> [UInt8] {
        let words = [
            "lunch", "coffee", "at", "noon", "then", "maybe", "later", "ok", "see", "you", "there",
        ]
        var text: [UInt8] = []
        var number: UInt32 = 1
        while text.count < count {
            number = number &* 1_664_525 &+ 1_013_904_223
            let word = words[Int(number >> 16) % words.count]
            let seq = number >> 20
            text += Array(
                #"{"seq":\#(seq),"roomMessage":{"room":"ana:ben","from":"ana","text":"\#(word)"}}"#
                    .utf8)
        }
        return Array(text.prefix(count))
    }
}
