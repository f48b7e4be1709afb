import Kernel
import SwiftProtobuf
import Synchronization
import Testing
import Wire

extension World {
    /// The cases that are open.
    func cases() throws -> [AdminCase] {
        try AdminReports(jsonString: order("reports", "{}")).cases
    }

    /// A case with its reports.
    func reportCase(_ id: String) throws -> AdminCase {
        try AdminCase(jsonString: order("report", #"{"id":"\#(id)"}"#))
    }

    /// An administrator decides a case.
    func decide(_ id: String, _ action: String, _ reason: String = "", _ more: String = "") throws
        -> AdminCase
    {
        let order = #"{"id":"\#(id)","action":"\#(action)","reason":"\#(reason)"\#(more)}"#
        return try AdminCase(jsonString: self.order("decide", order))
    }

    /// An administrator bans a user, by default for good.
    func ban(_ name: String, until: String? = nil, _ reason: String = "") throws {
        let end = until.map { #","until":"\#($0)""# } ?? ""
        let order = #"{"user":"\#(name)","reason":"\#(reason)"\#(end)}"#
        _ = try self.order("ban", order)
    }

    /// Carries out an administrator's order.
    ///
    /// - Parameter order: its JSON.
    /// - Returns: the answer's JSON.
    @discardableResult
    func order(_ name: String, _ order: String) throws -> String {
        let verb = try #require(catalog.adminVerbs.first { $0.name == name })
        let answer = Mutex<[UInt8]>([])
        switch try verb.prepare(Array(order.utf8)) {
        case .read(let run):
            let reply = try store.snapshot(run)
            answer.withLock { $0 = reply.json }
        case .write(let run):
            try daemon { (transaction) throws(Refusal) in
                let reply = try run(transaction)
                answer.withLock { $0 = reply.json }
            }
        }
        return String(decoding: answer.withLock { $0 }, as: UTF8.self)
    }
}
