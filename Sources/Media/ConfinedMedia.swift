import Confinement
public import Files
import Glibc
public import Kernel

/// Makes media in confined processes: pictures by gd, in a process of this program; recordings by
/// ffmpeg. What the processes write is checked, since they have read bytes of a peer.
///
/// - Source: docs/decisions/0067, with the figures.
public struct ConfinedMedia: MediaMaker {
    let programs: MediaPrograms

    /// Only the distribution's own folder, never one that a user can write to.
    static var ffmpegPath: String? {
        let path = "/usr/bin/ffmpeg"
        return access(path, X_OK) == 0 ? path : nil
    }

    /// - Parameter programs: what is installed.
    public init(_ programs: MediaPrograms = .installed()) { self.programs = programs }

    /// Decodes an uploaded picture.
    public func picture(
        of file: UploadedFile, in files: StoredFiles
    ) throws(MediaFailure) -> MadePicture {
        let source = try StoredSource(file, in: files)
        var program =
            programs.pictures.map { ConfinedProgram($0) }
            ?? ConfinedProgram([PictureWorker.name], at: OwnProgram.path)
        program.name = PictureWorker.name
        program.input = .pieces { () throws(ConfinementFailure) in try source.next() }
        program.ruleset = .ownProgram
        program.limits.coreSeconds = 20
        program.limits.time = programs.timeLimit
        program.limits.memoryBytes = 1 << 30
        program.limits.outputBytesMax = PictureResults.bytesMax + 1
        let taker = PictureTaker(files)
        try run(program, from: source) { (piece) throws(MediaFailure) in try taker.append(piece) }
        return try taker.finish()
    }

    /// Whether there is a scanner.
    public var scansFiles: Bool { programs.scanner != nil }

    /// Has a file scanned. Scanners ask services of their own, so this one is not confined.
    public func scan(_ file: UploadedFile, in files: StoredFiles) throws(MediaFailure) {
        guard let scanner = programs.scanner else { return }
        let source = try StoredSource(file, in: files)
        var program = ConfinedProgram(scanner)
        program.isTrusted = true
        program.input = .pieces { () throws(ConfinementFailure) in try source.next() }
        program.limits.time = programs.timeLimit
        try run(
            program, from: source, exiting: { $0 == 1 ? .harmful : nil },
            taking: { _ throws(MediaFailure) in })
    }

    /// Has a program run.
    ///
    /// - Parameters:
    ///   - sink: takes what it writes.
    ///   - second: takes what it writes to another output; nil: it has none.
    ///   - failure: what it means that the program ends by itself with this status, which is not 0;
    ///     nil: it has failed.
    func run(
        _ program: ConfinedProgram, from source: StoredSource,
        exiting failure: (Int) -> MediaFailure? = { _ in nil },
        second: ((ArraySlice<UInt8>) -> Void)? = nil,
        taking sink: @escaping (ArraySlice<UInt8>) throws(MediaFailure) -> Void
    ) throws(MediaFailure) {
        var refusal: MediaFailure?
        do throws(ConfinementFailure) {
            try program.run(
                taking: { (piece) throws(ConfinementFailure) in
                    do throws(MediaFailure) {
                        try sink(piece)
                    } catch {
                        refusal = error
                        throw .stopped
                    }
                }, second: second.map { second in { second($0) } })
        } catch {
            if let refusal = refusal ?? source.failure { throw refusal }
            switch error {
            case .full(let retryAfter): throw .full(retryAfter: retryAfter)
            case .exited(let status):
                throw failure(status) ?? .failed(reason: "\(program.name): \(error.reason)")
            default: throw .failed(reason: "\(program.name): \(error.reason)")
            }
        }
    }
}

/// Reads a file of the store piece by piece. Used by one thread.
final class StoredSource {
    private static let pieceCount = 65_536

    private let content: any FileContent
    private var offset = 0
    /// Why the last piece could not be read.
    private(set) var failure: MediaFailure?

    init(_ file: UploadedFile, in files: StoredFiles) throws(MediaFailure) {
        do throws(StoreError) {
            guard let content = try files.store.open(file.name) else {
                throw .broken("an uploaded file is gone")
            }
            self.content = content
        } catch {
            throw .store(Refusal(hiding: error))
        }
    }

    /// The bytes that the file begins with, which `next` returns, too.
    func beginning(_ count: Int) throws(MediaFailure) -> [UInt8] {
        do throws(StoreError) {
            return try content.bytes(in: 0..<count)
        } catch {
            throw .store(Refusal(hiding: error))
        }
    }

    /// The next piece; empty at the end.
    func next() throws(ConfinementFailure) -> [UInt8] {
        do throws(StoreError) {
            let piece = try content.bytes(in: offset..<(offset + Self.pieceCount))
            offset += piece.count
            return piece
        } catch {
            failure = .store(Refusal(hiding: error))
            throw .stopped
        }
    }
}
