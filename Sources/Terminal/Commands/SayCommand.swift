import ArgumentParser
import SwiftProtobuf
import Wire

/// How a word is spoken, and how well one speaks it.
struct SayCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Hear a word, or have your recording of it judged.",
        discussion: """
            A recording is a WAV file of 0.2 to 5 seconds: 16-bit samples, 16,000 a second, one \
            channel. The server judges it, keeps the score, and forgets the recording. Without a \
            word your scores are listed.

            Examples:
              upfor say house --save house.ogg
              arecord -d 2 -f S16_LE -r 16000 -c 1 me.wav && upfor say house me.wav
              upfor say

            Exit codes: 0 done, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    /// The most that the server takes.
    private static let fileBytesMax = 170_000

    @Argument(help: "The word.")
    var word = ""

    @Argument(help: "Your recording of it.")
    var file: String?

    @Option(help: "Write the word's sound to this new file (Ogg Opus), readable only by you.")
    var save: String?

    @Option(help: ArgumentHelp("The language of the word: en …", valueName: "code"))
    var language = ""

    @Option(help: "Without a word: scores behind this word, as `more` said.")
    var after = ""

    @OptionGroup var options: Options

    func validate() throws {
        guard save == nil || file == nil else {
            throw ValidationError("one thing at a time: a recording, or --save")
        }
        guard !word.isEmpty || save == nil else { throw ValidationError("which word?") }
        guard word.isEmpty || save != nil || file != nil else {
            throw ValidationError("a recording, or --save FILE to hear the word")
        }
        guard after.isEmpty || word.isEmpty else {
            throw ValidationError("--after goes without a word")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if let save { return try await keep(save, in: session) }
        guard let file else {
            return try await session.show(
                .wordSpeechList(.with { ($0.language, $0.after) = (language, after) }))
        }
        guard let line = session.pictures else { throw .notSignedIn("not signed in") }
        session.output.answer(
            try await line.judge(try Self.recording(in: file), at: path))
    }

    /// A recording, to be brought.
    ///
    /// - Throws: `.local`.
    static func recording(in file: String) throws(Failure) -> [UInt8] {
        guard let bytes = try LocalFile.contents(of: file, bytesMax: fileBytesMax) else {
            throw .local("cannot read \(file): there is no such file")
        }
        return bytes
    }

    private var path: String {
        let path = "/v1/words/\(word.percentEncoded)/speech"
        return language.isEmpty ? path : "\(path)?language=\(language.percentEncoded)"
    }

    private func keep(_ path: String, in session: Session) async throws(Failure) {
        let answer = try await session.call(
            .wordAudio(.with { ($0.word, $0.language) = (word, language) }))
        guard case .wordSound(let sound) = answer else {
            throw .unreachable("this is no Upfor server: no sound in its answer")
        }
        let new = try NewFile(path)
        try new.write([UInt8](sound.audio))
        try new.finish()
        session.output.remark("\(path) is written")
    }
}

extension String {
    /// As it stands in a path or a query.
    ///
    /// - Source: RFC 3986 §2.3.
    var percentEncoded: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default:
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
