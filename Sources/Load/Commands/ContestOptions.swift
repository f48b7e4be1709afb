import ArgumentParser

/// Whom a server is compared with, and for how long.
struct ContestOptions: ParsableArguments {
    @Option(help: "Seconds of a round.")
    var seconds = 3

    @Option(help: "Rounds for each server.")
    var rounds = 3

    @OptionGroup var others: YardstickOptions

    func validate() throws {
        try require(1...600, seconds, "--seconds")
        try require(1...100, rounds, "--rounds")
    }

    /// Starts those who take part.
    func contest(_ server: ServerOptions, to audience: Audience) throws -> Contest {
        let ours = try server.running() ?? SubjectServer.echo(server.program, to: audience)
        let others = try others.yardsticks.contestants(to: audience)
        return Contest(contestants: [Contestant("upford", ours)] + others, rounds: rounds)
    }
}
