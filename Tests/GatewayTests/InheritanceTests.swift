import Testing

@testable import Gateway
@testable import Observability

@Suite struct `What a process was left` {
    private static func inheritance(_ variables: [String: String]) throws -> Inheritance {
        try Inheritance(environment: variables, process: 42)
    }

    @Test(arguments: [
        [:],
        ["LISTEN_FDS": "1"],
        ["LISTEN_FDS": "1", "LISTEN_PID": "43"],
        ["LISTEN_FDS": "x", "LISTEN_PID": ""],
        ["LISTEN_FDS": "0", "LISTEN_PID": "42"],
        ["UPFORD_TAKEOVER_FD": "-1"],
        ["UPFORD_TAKEOVER_FD": "x"],
    ])
    func `is nothing`(variables: [String: String]) throws {
        #expect(try Self.inheritance(variables) == Inheritance())
    }

    @Test func `is sockets from 3 on, by their names`() throws {
        let sockets = try Self.inheritance(
            ["LISTEN_FDS": "2", "LISTEN_PID": "42", "LISTEN_FDNAMES": "upford:other"]
        ).sockets
        #expect(
            sockets == [
                Inheritance.Socket(name: "upford", number: 3),
                Inheritance.Socket(name: "other", number: 4),
            ])
        let nameless = try Self.inheritance(["LISTEN_FDS": "1", "LISTEN_PID": "42"]).sockets
        #expect(nameless == [Inheritance.Socket(name: "unknown", number: 3)])
    }

    @Test(arguments: ["", "x", "-1", "65", "1 ", "9999999999"])
    func `is refused when it is not a number`(count: String) {
        #expect(throws: StartFailure.self) {
            try Self.inheritance(["LISTEN_FDS": count, "LISTEN_PID": "42"])
        }
    }

    @Test(arguments: ["a", "a:b:c"])
    func `is refused when names and sockets differ in number`(names: String) {
        #expect(throws: StartFailure.self) {
            try Self.inheritance(
                ["LISTEN_FDS": "2", "LISTEN_PID": "42", "LISTEN_FDNAMES": names])
        }
    }
}
