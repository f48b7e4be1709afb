import Testing

@testable import Server

@Suite struct `A child` {
    private func failure(_ words: [String], passing descriptors: [Int32]) -> String {
        do {
            let process = try ChildProcess.spawn(
                words, environment: [], passing: descriptors, from: 3)
            return ChildProcess.ending(of: process)
        } catch {
            return error.description
        }
    }

    @Test func `says how it ended`() {
        #expect(failure(["/bin/sh", "-c", "exit 7"], passing: [0]) == "it ended with 7")
    }

    @Test func `is not started without the descriptors that it is to get`() {
        let said = failure(["/bin/sh", "-c", "exit 7"], passing: [0, -1])
        #expect(said.hasPrefix("no descriptor is left for a child: "))
    }

    @Test func `is not started when there is no such program`() {
        #expect(failure(["/nowhere"], passing: []).hasPrefix("cannot start /nowhere: "))
    }
}
