import Glibc
import Kernel
import Lexicon
import Words

/// Plays worlds from seeds, and reports which of them broke a promise.
package struct Simulation: Sendable {
    private let template: Template

    /// The outcome of one seed.
    package struct Outcome: Sendable {
        /// The seed of the world.
        package let seed: UInt64
        /// The hash of everything that happened.
        package let hash: UInt64
        /// A description of the broken promise; nil when none was broken.
        package let complaint: String?
        /// The last lines of the trace, if they were asked for.
        package let story: [String]
    }

    /// Prepares the database with which every world begins.
    package init() throws { template = try Template() }

    /// Plays one world to its end.
    ///
    /// - Parameters:
    ///   - mutant: a deliberate bug in it.
    ///   - tells: whether the outcome includes the trace.
    package func play(
        _ seed: UInt64, mutant: Mutant? = nil, tells: Bool = false
    ) throws -> Outcome {
        let world = try World(seed: seed, of: template, mutant: mutant, tells: tells)
        try world.live()
        return Outcome(
            seed: seed, hash: world.trace.hash, complaint: world.violation?.description,
            story: world.trace.story)
    }
}

extension World {
    /// A day of work and faults, then calm, in which everything has to come right.
    func live() throws {
        for daemon in daemons {
            daemon.writer.mutant = mutant
            try daemon.boot()
        }
        crowd.plan()
        faults.plan()
        pass(until: plan.busy)
        faults.end()
        // All activities have ended, and so have the matches in them.
        pass(until: now + .seconds(170))
        Evening(self).check()
    }
}

/// The words of all worlds: of a dictionary that is made up, written by the product's own builder,
/// and read by the product's own reader.
enum SimulatedWords {
    /// One for all worlds of a process.
    static let terms = Result { WordTerms(lexicons: [try dictionary()]) }

    /// It stays mapped when its file is gone.
    private static func dictionary() throws -> DictionaryFile {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/upfor-sim.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw LexiconFailure(.missing, "no folder in \(parent)")
        }
        let characters = template.dropLast().map { UInt8(bitPattern: $0) }
        let folder = String(decoding: characters, as: UTF8.self)
        let path = "\(folder)/words-en.db"
        defer {
            unlink(path)
            rmdir(folder)
        }
        try SampleDictionary.write(to: path)
        return try DictionaryFile(path)
    }
}
