import Glibc
import Testing

@testable import Observability
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

    @Test func `has its input, whatever number that had here`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(write(ends[1], "7\n", 2) == 2)
        close(ends[1])
        let process = try ChildProcess.spawn(
            ["/bin/sh", "-c", "read number; exit $number"], environment: [],
            passing: [STDERR_FILENO], from: ends[0], input: ends[0])
        #expect(ChildProcess.ending(of: process) == "it ended with 7")
    }

    @Test func `is not started without the descriptors that it is to get`() {
        let said = failure(["/bin/sh", "-c", "exit 7"], passing: [0, -1])
        #expect(said.hasPrefix("no descriptor is left for a child: "))
    }

    @Test func `is not started when there is no such program`() {
        #expect(failure(["/nowhere"], passing: []).hasPrefix("cannot start /nowhere: "))
    }
}
