import Testing

@testable import Terminal

@Suite struct `A command that does not exist` {
    @Test(arguments: [
        ("on coffee", "no such command: on; did you mean `up`?"),
        ("mach", "no such command: mach; `upfor help` lists them"),
        ("match", "no such command: match; did you mean `matches`?"),
        ("hsitory ben", "no such command: hsitory; did you mean `history`?"),
        ("--as ana --json frinds", "no such command: frinds; did you mean `friends`?"),
        ("xyzzy", "no such command: xyzzy; `upfor help` lists them"),
    ])
    func `is refused with the one that is meant`(line: String, refusal: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let failure = #expect(throws: Failure.self) { try UpforCommand.command(in: words) }
        #expect(failure?.line == refusal)
        #expect(failure?.exitCode == 64)
    }

    @Test(arguments: ["up coffee", "--as on up", "--server ws://a.example send", "help up", ""])
    func `is not what was wrong`(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(UpforCommand.unknownCommand(in: words) == nil)
    }
}
