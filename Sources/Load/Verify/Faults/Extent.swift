/// How much is done.
struct Extent: Sendable {
    /// Rounds of kills; the other faults have a share of them.
    var rounds = 100
    /// Devices of the usual town.
    var clients = 200
    /// Devices in the reconnect storm.
    var stormClients = 10_000
    /// Readers that stop.
    var stoppedReaders = 500
    /// How often they do, and how often the same is measured while they read.
    var stoppedRounds = 3
    /// How long the daemon bears one who does not read.
    var stallSeconds = 10
    /// How much later than that one may be cut off: pages are asked for in the first two seconds,
    /// and are made before anything stalls.
    var cutSlackSeconds = 5
    /// Pairs that toggle at once.
    var togglePairs = 10_000
    /// How long a fault of the network lasts.
    var seconds = 10

    /// How long a daemon may take until it serves again.
    var upMilliseconds = 1_000.0

    /// Everything, in the time that a change may take, on a machine that may be busy with others.
    static let quick = Extent(
        rounds: 6, clients: 40, stormClients: 400, stoppedReaders: 20, stoppedRounds: 1,
        stallSeconds: 2, cutSlackSeconds: 28, togglePairs: 140, seconds: 2, upMilliseconds: 10_000)
}
