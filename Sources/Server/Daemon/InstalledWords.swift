import Features
import FoundationEssentials
import Kernel
package import Lexicon
import Observability
package import Settings
import Speech
import Words

/// The dictionaries that the settings name, or else those that were installed with the program, and
/// what is installed to speak and to listen. Without a dictionary there are no words; without one
/// of the programs, nothing that needs it.
package struct InstalledWords {
    private let configuration: Configuration
    private let program: String?

    /// - Parameter program: the path of the program that they were installed with.
    package init(_ configuration: Configuration, program: String? = ProcessSetup.program) {
        (self.configuration, self.program) = (configuration, program)
    }

    /// Opens all of them; a missing or damaged one is reported in the event log, and left out.
    ///
    /// - Parameters:
    ///   - meter: counts words that are spoken and recordings that are judged.
    ///   - programs: what speaks and listens.
    func terms(
        _ log: any EventRecorder, _ meter: SpeechMeter, _ programs: SpeechPrograms
    ) -> WordTerms {
        let settings = configuration.features
        if settings.isOn(WordsFeature.self), let folder, files(in: folder).isEmpty {
            log.write(.wordsMissing, .path(folder))
        }
        let lexicons = dictionaries { path, failure in
            log.write(.wordsRefused, .path(path), .reason(failure.description))
        }.map { WatchedLexicon($0, log) }
        // Why there are none has been said, file by file.
        guard !lexicons.isEmpty else { return WordTerms() }
        if !programs.missing.isEmpty {
            log.write(.speechMissing, .reason(programs.missing.joined(separator: ", ")))
        }
        let workers = settings.integer(WordsFeature.workers)
        return WordTerms(
            lexicons: lexicons,
            pronouncer: ProgramPronouncer(
                programs, languages: lexicons.map(\.language),
                keptIn: "\(configuration.data.folder)/spoken", workers: workers,
                noting: Self.note(.words, log, meter)),
            judge: ProgramJudge(
                programs, workers: workers, noting: Self.note(.recordings, log, meter)))
    }

    /// Opens the dictionaries, English first.
    ///
    /// - Parameter refuse: called for each file that is no dictionary, and left out.
    package func dictionaries(
        refuse: (_ path: String, _ failure: LexiconFailure) -> Void
    ) -> [DictionaryFile] {
        guard configuration.features.isOn(WordsFeature.self), let folder else { return [] }
        return files(in: folder).compactMap { path -> DictionaryFile? in
            do throws(LexiconFailure) {
                return try DictionaryFile(path)
            } catch {
                refuse(path, error)
                return nil
            }
        }
    }

    private static func note(
        _ kind: SpeechMeter.Kind, _ log: any EventRecorder, _ meter: SpeechMeter
    ) -> SpeechOutcome.Note {
        { outcome in
            switch outcome {
            case .done: meter.note(kind, .done)
            case .kept: meter.note(kind, .kept)
            case .refused: meter.note(kind, .refused)
            case .failed(let reason):
                meter.note(kind, .failed)
                log.write(.speechFailed, .reason(reason))
            }
        }
    }

    /// Their folder; nil when it is not known.
    package var folder: String? {
        let named = configuration.features.text(WordsFeature.folder)
        return named.isEmpty ? ProgramPath.installed("words", with: program) : named
    }

    /// The dictionaries in a folder, English first.
    package func files(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("words-") && $0.hasSuffix(".db") }
            .sorted { ($0 != "words-en.db", $0) < ($1 != "words-en.db", $1) }
            .map { "\(folder)/\($0)" }
    }
}

private func < (left: (Bool, String), right: (Bool, String)) -> Bool {
    left.0 == right.0 ? left.1 < right.1 : !left.0
}
