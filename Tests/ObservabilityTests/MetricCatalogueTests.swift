import EventLoop
import Kernel
import Metering
import TestProduct
import TestSupport
import Testing
import Wire

@testable import Observability

@Suite struct `The catalogue of metrics` {
    @Test func `is what docs/METRICS.md says`() throws {
        try GeneratedFile(path: "docs/METRICS.md").check(against: MetricCatalogue.markdown)
    }

    @Test func `names things as Prometheus' people do`() {
        for metric in Metric.all {
            let text = metric.name
            #expect(text.wholeMatch(of: /(upfor|process)_[a-z_]+/) != nil)
            switch metric.kind {
            case .counter: #expect(text.hasSuffix("_total"))
            case .gauge: #expect(!text.hasSuffix("_total"))
            case .histogram: #expect(text.hasSuffix("_seconds"))
            }
            for unit in ["_ms", "milli", "_kib", "_mib", "percent"] {
                #expect(!text.contains(unit), "\(text) is not in a base unit")
            }
        }
        #expect(Set(Metric.all.map(\.help)).count == Metric.all.count)
    }
}

@Suite struct `Commands are counted` {
    let meter = CommandMeter()

    func origin(_ place: Int) -> Origin {
        Origin(
            connection: 1, loop: 0, replyTo: .socket(command: 1, .json), name: "x", place: place)
    }

    @Test func `by place and by what became of them`() {
        meter.done(origin(3))
        meter.refused(origin(3), .notFriends)
        meter.refused(origin(255), .internal)
        #expect(CommandMeter.Outcome.allCases.map { meter.count(3, $0) } == [1, 1, 0])
        #expect(CommandMeter.Outcome.allCases.map { meter.count(255, $0) } == [0, 0, 1])
        let refusals = meter.refusals.filter { $0.count > 0 }.map(\.code)
        #expect(refusals == ["NOT_FRIENDS", "INTERNAL"])
    }

    @Test func `only if they have a place`() {
        for place in [-1, 256, .max] { meter.done(origin(place)) }
        meter.refused(.UNRECOGNIZED(1_000))
        meter.refused(.UNRECOGNIZED(-1))
        let counts = (0..<CommandMeter.commandsMax).flatMap { place in
            CommandMeter.Outcome.allCases.map { meter.count(place, $0) }
        }
        #expect(counts.allSatisfy { $0 == 0 })
        #expect(meter.refusals.allSatisfy { $0.count == 0 })
    }

    @Test func `all of them`() throws {
        let catalog = try Catalog.ofAllFeatures()
        let entries = catalog.entries + catalog.routes.flatMap(\.form.entries)
        #expect(entries.allSatisfy { catalog.countedNames[$0.place] == $0.name })
        #expect(Set(catalog.countedNames) == Set(entries.map(\.name)))
        #expect(catalog.countedNames.count <= CommandMeter.commandsMax)
        let codes = ErrorCode.allCases.filter { $0 != .errorUnspecified }.map(\.wireName)
        #expect(meter.refusals.map(\.code) == codes)
    }
}

@Suite struct `The lag of a queue` {
    @Test func `is the time until the answer, or until now`() {
        let meter = LagMeter()
        var answers: [@Sendable () -> Void] = []
        meter.ask { answers.append($0) }
        meter.ask { answers.append($0) }
        #expect(answers.count == 1, "it still owes an answer")
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(2) {}
        #expect(meter.takeWorst() >= .milliseconds(2))
        #expect(meter.histogram.distribution.count == 0)
        answers[0]()
        #expect(meter.histogram.distribution.count == 1)
        #expect(meter.takeWorst() >= .milliseconds(2))
        #expect(meter.takeWorst() == .zero)
    }
}
