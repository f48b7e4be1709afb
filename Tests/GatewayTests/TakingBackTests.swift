import EventLoop
import Kernel
import TestProduct
import TestSupport
import Testing
import Wire

@testable import Gateway
@testable import Hub
@testable import Observability
@testable import Settings
@testable import SettingsFile

/// What takes something back from others is never refused for a rate limit.
@Suite struct `What takes something back` {
    private let catalog: Catalog
    private let ana = Caller(user: 1, username: "ana", token: 1)
    private let limiter = RateLimiter(Configuration.Rates(), of: Rate.all)

    /// Every limit of ana's is used up: of her kinds of commands by another device of hers, and of
    /// all commands by this one.
    init() throws {
        catalog = try .ofAllFeatures()
        for (device, rate) in Rate.all.enumerated() where !rate.isOfVisitors {
            let token = Identifier<Token>(rawValue: Int64(device) + 2)
            let other = Caller(user: 1, username: "ana", token: token)
            _ = limiter.take(rate, .user(other), count: 100_000, at: .zero)
        }
        while limiter.take(nil, .user(ana), at: .zero) == nil {}
    }

    /// What a command leads to: "write roomSend", "RATE_LIMITED".
    private func outcome(of command: String, _ body: String) -> String {
        let sessionContext = SessionContext(
            catalog, Configuration().limits, limiter: limiter, log: RecordedEvents())
        var session = Session(speaking: .json)
        _ = session.take(.signIn(ana))
        return session.outcome(of: #"{"id":1,"\#(command)":\#(body)}"#, in: sessionContext)
    }

    @Test(arguments: TakingBackTable.rows)
    func `is done when every limit is used up`(row: TakingBackTable.Row) throws {
        let done = (row.command == "roomType" ? "live " : "write ") + row.command
        for body in row.takes + row.perhaps {
            #expect(outcome(of: row.command, body) == done, "\(row.command) \(body)")
        }
        for body in row.gives {
            #expect(outcome(of: row.command, body) == "RATE_LIMITED", "\(row.command) \(body)")
        }
    }

    @Test func `is what the table has, and no other command`() throws {
        let rows = TakingBackTable.rows.map(\.command)
        #expect(Set(rows).count == rows.count)
        let taking = catalog.entries.filter(\.mayTakeBack).map(\.name)
        #expect(Set(taking) == Set(rows))
        for entry in catalog.entries where entry.access == .user && !entry.mayTakeBack {
            #expect(outcome(of: entry.name, "{}") == "RATE_LIMITED", "\(entry.name)")
        }
    }

    @Test func `is every deletion over HTTP`() {
        for route in catalog.routes where route.method == .delete {
            for entry in route.form.entries {
                #expect(entry.mayTakeBack || entry.name == "accountDelete", "\(entry.name)")
            }
        }
    }
}
