import Kernel
import Testing

extension World {
    /// An administrator bans somebody, by default for good.
    func ban(_ name: String, until: String? = nil, _ reason: String = "") throws {
        let verb = try #require(catalog.adminVerbs.first { $0.name == "ban" })
        let end = until.map { #","until":"\#($0)""# } ?? ""
        let order = #"{"user":"\#(name)","reason":"\#(reason)"\#(end)}"#
        guard case .write(let run) = try verb.prepare(Array(order.utf8)) else {
            throw NotThatKind(what: "an order that changes something")
        }
        try daemon { (transaction) throws(Refusal) in _ = try run(transaction) }
    }
}
