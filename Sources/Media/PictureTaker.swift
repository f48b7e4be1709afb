import Files
import Kernel
import Pictures

/// Stores the pictures that a process writes as they come, and checks that they are what it says
/// they are. Used by one thread.
final class PictureTaker {
    /// A picture that is complete.
    private struct Stored {
        let head: PictureResults.Head
        let file: UploadedFile
    }

    /// So many bytes at the beginning are looked at: no tables before the frame of our JPEGs are
    /// longer.
    private static let beginningCount = 4_096

    private let files: StoredFiles
    private var reader = PictureResultReader()
    private var head: PictureResults.Head?
    private var upload: FileUpload?
    private var beginning: [UInt8] = []
    private var ending: [UInt8] = []
    private var stored: [Stored] = []

    init(_ files: StoredFiles) { self.files = files }

    deinit { upload?.cancel() }

    /// - Throws: as ``PictureResultReader/append(_:_:)``; `failed` for a picture that begins or
    ///   ends like none; `store`.
    func append(_ piece: ArraySlice<UInt8>) throws(MediaFailure) {
        var reader = reader
        try reader.append(piece) { (part) throws(MediaFailure) in
            switch part {
            case .begin(let head):
                (self.head, upload, beginning, ending) = (head, files.upload(), [], [])
            case .bytes(let bytes): try store(bytes)
            case .end: try end()
            }
        }
        self.reader = reader
    }

    private func store(_ bytes: ArraySlice<UInt8>) throws(MediaFailure) {
        beginning += bytes.prefix(max(0, Self.beginningCount - beginning.count))
        ending = (ending + bytes.suffix(Self.endCount)).suffix(Self.endCount)
        do throws(Refusal) {
            try upload?.append(Array(bytes))
        } catch {
            throw .store(error)
        }
    }

    private func end() throws(MediaFailure) {
        guard let head, let upload, isPicture(head) else {
            throw PictureResultReader.lie("no picture of the stated size")
        }
        do throws(Refusal) {
            stored.append(Stored(head: head, file: try upload.finish()))
        } catch {
            throw .store(error)
        }
        self.upload = nil
    }

    /// The last chunk of a PNG, with its checksum: PNG §11.2.5. Of a JPEG two bytes are looked at.
    private static let pngEnd: [UInt8] = [
        0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
    private static let endCount = pngEnd.count

    private func isPicture(_ stated: PictureResults.Head) -> Bool {
        guard let head = try? PictureHead(beginningOf: beginning) else { return false }
        let isWhole =
            switch stated.form {
            case .jpeg: head.kind == .jpeg && ending.suffix(2) == [0xFF, 0xD9]
            case .png: head.kind == .png && ending == Self.pngEnd
            }
        return isWhole && head.width == stated.width && head.height == stated.height
    }

    /// The process has ended well.
    func finish() throws(MediaFailure) -> MadePicture {
        try reader.finish()
        guard stored.count == 2 else { throw PictureResultReader.lie("too few pictures") }
        let (whole, preview) = (stored[0], stored[1])
        return MadePicture(
            picture: whole.file, form: whole.head.form, width: UInt32(whole.head.width),
            height: UInt32(whole.head.height), preview: preview.file,
            previewForm: preview.head.form)
    }
}
