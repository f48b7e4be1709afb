import FoundationEssentials

/// How long a server takes to start, with a dictionary and without one.
struct DictionaryStarts: Sendable {
    let program: String
    /// Those by which a server has a dictionary.
    let settings: [String]
    /// How many starts of each.
    let count: Int

    /// From the call of the program until it says where it listens, in milliseconds.
    struct Found: Encodable {
        let millisecondsWith: Double
        let millisecondsWithout: Double
    }

    /// One after the other, in turn, on the same data.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
    /// - Returns: the medians.
    func run(in folder: String, _ progress: Progress) throws(LoadFailure) -> Found {
        let empty = "\(folder)/no-words"
        guard
            (try? FileManager.default.createDirectory(
                atPath: empty, withIntermediateDirectories: true)) != nil
        else { throw LoadFailure("cannot make \(empty)") }
        progress.begin("starting")
        // Once before it counts: the first one makes the data.
        _ = try once(settings, in: folder)
        var (with, without) = ([Double](), [Double]())
        for turn in 1...count {
            with.append(try once(settings, in: folder))
            without.append(try once(["words.folder=\(empty)"], in: folder))
            progress.update("starting \(turn)/\(count)")
        }
        return Found(millisecondsWith: Self.median(with), millisecondsWithout: Self.median(without))
    }

    private func once(_ settings: [String], in folder: String) throws(LoadFailure) -> Double {
        let begin = MonotonicClock.nanoseconds()
        let server = try SubjectServer.serve(program, data: folder, settings: settings)
        let end = MonotonicClock.nanoseconds()
        // It ends here.
        withExtendedLifetime(server) {}
        return Double(end - begin) / 1e6
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
