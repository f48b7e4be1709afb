import ArgumentParser
import Lexicon
import Server
import Settings
import SettingsFile
import Speech

struct Words: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make or check the dictionaries of the feature words.",
        subcommands: [Build.self, Check.self])

    struct Build: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a dictionary from WordNet and lists of words.",
            discussion: """
                The new file takes the place of the old one when it is whole; a daemon that has \
                the old one open keeps it until it is restarted. Meanings that insult are left \
                out. The same sources give the same file.

                EXAMPLES
                  upford words build --wordnet /usr/share/wordnet \
                --frequencies frequencies.tsv --output words-en.db
                  make words

                EXIT CODES
                  0 done, 64 wrong usage, 66 a source is missing or is something else
                """)

        @Option(help: "Folder of WordNet's database.")
        var wordnet = "/usr/share/wordnet"

        @Option(
            help: "File of words and their frequencies (Zipf scale, in hundredths), with a tab.")
        var frequencies: String

        @Option(help: "File of words and how they are spoken (IPA), with a tab.")
        var pronunciations: String?

        @Option(help: "Dictionary of the sounds that recordings are judged by (CMU Sphinx).")
        var sounds: String?

        @Option(help: "File of words that swear or insult, one a line: games do not ask them.")
        var insults: String?

        @Option(help: "The file to make.")
        var output: String

        func run() throws {
            let builder = DictionaryBuilder(
                DictionaryBuilder.Sources(
                    wordNet: wordnet, frequencies: frequencies, pronunciations: pronunciations,
                    sounds: sounds, insults: insults))
            let report: DictionaryBuilder.Report
            do throws(SourceFailure) {
                report = try builder.build(to: output)
            } catch {
                Talk.say("upford: \(error.description)")
                throw ExitCode(66)
            }
            let levels = report.gameWordCounts.sorted { $0.key < $1.key }
                .map { "\($0.value)" }.joined(separator: ", ")
            Talk.say(
                "upford: \(output) has \(report.wordCount) words with \(report.senseCount) "
                    + "meanings; \(report.leftOutCount) that insult were left out; words of the "
                    + "levels 1 to 5: \(levels)")
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check the dictionaries, and what is installed to speak and to listen.",
            discussion: """
                Whole files are read. Without one, those that a daemon with these settings would \
                open.

                EXAMPLES
                  upford words check
                  upford words check /usr/share/upford/words/words-en.db

                EXIT CODES
                  0 all good, 64 wrong usage, 65 a dictionary is damaged, 66 there is none
                """)

        @OptionGroup var settings: SettingsOptions

        @Argument(help: "A dictionary.")
        var file: String?

        func run() throws {
            let flags = try settings.flags()
            let configuration = try reportingErrors { () throws(ConfigurationErrors) in
                try Configuration.load(
                    file: settings.file, environment: Talk.environment, flags: flags)
            }
            let words = InstalledWords(configuration)
            let files = file.map { [$0] } ?? words.folder.map(words.files) ?? []
            guard !files.isEmpty else {
                Talk.say("upford: there is no dictionary in \(words.folder ?? "any folder")")
                throw ExitCode(66)
            }
            for path in files {
                do throws(LexiconFailure) {
                    let dictionary = try DictionaryFile(path)
                    try dictionary.audit()
                    print("\(path): \(dictionary.wordCount) words, \(dictionary.language)")
                } catch {
                    Talk.say("upford: \(error.description)")
                    throw ExitCode(error.kind == .missing ? 66 : 65)
                }
            }
            let missing = SpeechPrograms.installed().missing
            guard missing.isEmpty else {
                return Talk.say("upford: not installed: \(missing.joined(separator: ", "))")
            }
        }
    }
}
