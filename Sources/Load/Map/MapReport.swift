/// What looks at the map and check-ins cost.
struct MapReport: Report {
    let users: Int
    let friends: Int
    let looks: Int
    let bytesPerLook: Int
    let cpuMicrosecondsPerLook: Double
    let look: Latencies
    let listeners: Int
    let checkins: Int
    let hints: Int
    let cpuMicrosecondsPerHint: Double
    let told: Latencies
    /// Of a room of as many devices, at as many messages a second.
    let cpuMicrosecondsPerDelivery: Double
    let lost: Int
    let complaints: [String]

    init(
        users: Int, friends: Int, listeners: Int, looks: MapRun.Outcome, told: MapRun.Outcome,
        room: RoomReport
    ) {
        (self.users, self.friends, self.listeners) = (users, friends, listeners)
        self.looks = looks.tally.readCount
        bytesPerLook = looks.tally.readBytes / max(1, looks.tally.readCount)
        cpuMicrosecondsPerLook = looks.cpuNanoseconds.microseconds(each: looks.tally.readCount)
        look = looks.tally.answers
        checkins = told.tally.answers.count
        hints = told.tally.heardCount
        cpuMicrosecondsPerHint = told.cpuNanoseconds.microseconds(each: checkins * (listeners + 1))
        self.told = told.tally.deliveries
        cpuMicrosecondsPerDelivery = room.cpuMicrosecondsPerDelivery
        lost = told.tally.toldCount * (listeners + 1) - hints
        complaints =
            [looks, told].compactMap(\.tally.breaches.first).map { "BROKEN: \($0)" }
            + room.complaints + (lost > 0 ? ["BROKEN: \(lost) hints lost"] : [])
    }

    var columns: [String] {
        [
            "map, \(users) check-ins, \(friends) friends", "looks", "bytes", "cpu µs a look",
            "hints", "cpu µs a hint", "cpu µs a room delivery", "ratio",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", "\(looks)", "\(bytesPerLook)", cpuMicrosecondsPerLook.digits(0),
                "\(hints)", cpuMicrosecondsPerHint.digits(2),
                cpuMicrosecondsPerDelivery.digits(2),
                (cpuMicrosecondsPerHint / max(0.001, cpuMicrosecondsPerDelivery)).digits(2),
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("look", look), ("told", told)] }
}
