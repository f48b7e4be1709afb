import Confinement
import Glibc

/// What is installed to speak and to listen.
public struct SpeechPrograms: Equatable, Sendable {
    /// Makes speech of text: espeak-ng.
    public var synthesizer: String?
    /// Makes an Ogg Opus file of it: opusenc, of opus-tools.
    public var encoder: String?
    /// Listens: pocketsphinx_continuous, of pocketsphinx.
    public var recognizer: String?
    /// What it knows of English: the folder of the model en-us, of pocketsphinx-en-us.
    public var model: String?

    /// How long each may take, from its start to its end.
    public var timeLimit = Duration.seconds(10)

    /// Nothing.
    public init() {}

    /// What is where Debian's packages put it.
    public static func installed() -> SpeechPrograms {
        var programs = SpeechPrograms()
        programs.synthesizer = path(of: "espeak-ng")
        programs.encoder = path(of: "opusenc")
        programs.recognizer = path(of: "pocketsphinx_continuous")
        let model = "/usr/share/pocketsphinx/model/en-us/en-us"
        programs.model = access("\(model)/mdef", R_OK) == 0 ? model : nil
        return programs
    }

    /// What is missing, by Debian's names of the packages that have it; empty: nothing.
    public var missing: [String] {
        [
            (synthesizer, "espeak-ng"), (encoder, "opus-tools"), (recognizer, "pocketsphinx"),
            (model, "pocketsphinx-en-us"),
        ].compactMap { path, package in path == nil ? package : nil }
    }

    /// Only the distribution's own folder, never one that a user can write to.
    private static func path(of name: String) -> String? {
        let path = "/usr/bin/\(name)"
        return access(path, X_OK) == 0 ? path : nil
    }
}

extension ConfinedProgram {
    /// Has it done as ``run()`` does.
    ///
    /// - Throws: `.failed` with the program's name.
    func output() throws(SpeechFailure) -> [UInt8] {
        do throws(ConfinementFailure) {
            return try run()
        } catch {
            if case .full(let retryAfter) = error { throw .full(retryAfter: retryAfter) }
            throw .failed("\(name): \(error.reason)")
        }
    }
}
