import Files
import Glibc
import Kernel
import Media
import Notifications
import Observability
import Outbound
import Settings

/// What makes pictures and voice messages of users' files, as it is installed. Failures that only
/// an operator can mend go to the event log.
struct InstalledMedia: MediaMaker {
    private let maker: ConfinedMedia
    private let log: any EventRecorder

    /// The queue in which files wait. What is not installed is logged.
    static func queue(
        _ log: any EventRecorder, _ programs: MediaPrograms = .installed()
    ) -> MediaQueue {
        if !programs.missing.isEmpty {
            log.write(.mediaMissing, .reason(programs.missing.joined(separator: ", ")))
        }
        return MediaQueue(InstalledMedia(maker: ConfinedMedia(programs), log: log))
    }

    func picture(
        of file: UploadedFile, in files: StoredFiles
    ) throws(MediaFailure) -> MadePicture {
        try noting { () throws(MediaFailure) in try maker.picture(of: file, in: files) }
    }

    func recording(
        of file: UploadedFile, in files: StoredFiles
    ) throws(MediaFailure) -> MadeRecording {
        try noting { () throws(MediaFailure) in try maker.recording(of: file, in: files) }
    }

    func link(to url: String, in files: StoredFiles) throws(MediaFailure) -> MadeLink {
        try noting { () throws(MediaFailure) in try maker.link(to: url, in: files) }
    }

    var scansFiles: Bool { maker.scansFiles }

    func scan(_ file: UploadedFile, in files: StoredFiles) throws(MediaFailure) {
        try noting { () throws(MediaFailure) in try maker.scan(file, in: files) }
    }

    private func noting<Made>(
        _ make: () throws(MediaFailure) -> Made
    ) throws(MediaFailure) -> Made {
        do throws(MediaFailure) {
            return try make()
        } catch {
            if case .failed(let reason) = error { log.write(.mediaFailed, .reason(reason)) }
            throw error
        }
    }
}

extension Configuration {
    /// What is installed and set to make media.
    ///
    /// - Throws: for a scanner that cannot be run, and authorities that cannot be read.
    func media() throws(StartFailure) -> MediaPrograms {
        var programs = MediaPrograms.installed()
        let words = data.scanner.split(separator: " ").map(String.init)
        if let scanner = words.first {
            guard access(scanner, X_OK) == 0 else {
                throw StartFailure(
                    "data.scanner: \(scanner) cannot be run: \(String(cString: strerror(errno)))")
            }
            programs.scanner = words
        }
        if links.previews {
            programs.links = OutboundTerms(
                allowsPrivate: links.allowsPrivate, allowsAnyPort: links.allowsPrivate,
                authorities: try Authorities.read(links.authorities, of: "links"))
        }
        return programs
    }
}
