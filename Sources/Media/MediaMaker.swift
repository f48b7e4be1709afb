public import Files
public import Kernel
public import Outbound
public import Pictures

/// Makes of a file that a user attaches to a message what others may have: the port to decoders.
///
/// Its calls block, for seconds: they are for workers (``MediaQueue``). They read the file from the
/// store and write the results to it piece by piece. What was stored of a result is deleted unless
/// it is returned.
public protocol MediaMaker: Sendable {
    /// Decodes an uploaded picture, and stores it anew: upright, without metadata, fitted into
    /// 2,560 px; and a preview fitted into 480 px.
    ///
    /// - Throws: `unknownKind`, `tooManyPixels`, `animated` and `broken` for its sender; `full`;
    ///   `store`; `failed` for the operator.
    func picture(
        of file: UploadedFile, in files: StoredFiles
    ) throws(MediaFailure) -> MadePicture

    /// Makes a voice message of what a browser recorded.
    ///
    /// - Parameter file: WebM, MP4 or Ogg, with Opus or AAC.
    /// - Throws: `unknownKind`, `tooLong` and `broken` for its sender; `off`; `full`; `store`;
    ///   `failed` for the operator.
    func recording(
        of file: UploadedFile, in files: StoredFiles
    ) throws(MediaFailure) -> MadeRecording

    /// Reads a page of the web, for a preview of a link to it.
    ///
    /// - Throws: `noPage` for its sender; `off`; `full`; `store`.
    func link(to url: String, in files: StoredFiles) throws(MediaFailure) -> MadeLink

    /// Whether files that are passed on as they are have to be scanned first.
    var scansFiles: Bool { get }

    /// Has a file scanned for what may harm its readers.
    ///
    /// - Throws: `harmful` for its sender; `full`; `store`; `failed` for the operator, when the
    ///   scanner does not tell.
    func scan(_ file: UploadedFile, in files: StoredFiles) throws(MediaFailure)
}

/// A picture that others may see, and a preview of it.
public struct MadePicture: Sendable {
    /// The picture: at most 2 MiB.
    public let picture: UploadedFile
    /// Its format; PNG when it is transparent.
    public let form: Picture.Form
    /// Its width in pixels, 2,560 at most.
    public let width: UInt32
    /// Its height in pixels, 2,560 at most.
    public let height: UInt32
    /// The same, fitted into 480 px: at most 40 KiB.
    public let preview: UploadedFile
    /// The format of the preview.
    public let previewForm: Picture.Form

    /// - Parameters: as the properties.
    public init(
        picture: UploadedFile, form: Picture.Form, width: UInt32, height: UInt32,
        preview: UploadedFile, previewForm: Picture.Form
    ) {
        (self.picture, self.form, self.width, self.height) = (picture, form, width, height)
        (self.preview, self.previewForm) = (preview, previewForm)
    }
}

/// A voice message that others may hear.
public struct MadeRecording: Sendable {
    /// Ogg Opus, one channel, without metadata.
    public let file: UploadedFile
    /// How long it plays.
    public let milliseconds: UInt32
    /// How loud it is at its loudest, in parts of equal length: 0 is silence, 255 as loud as can
    /// be. At most 64.
    public let waveform: [UInt8]

    /// Its media type in HTTP.
    public static let contentType = "audio/ogg; codecs=opus"

    /// - Parameters: as the properties.
    public init(file: UploadedFile, milliseconds: UInt32, waveform: [UInt8]) {
        (self.file, self.milliseconds, self.waveform) = (file, milliseconds, waveform)
    }
}

/// What a page says of itself. The server has checked none of it.
public struct MadeLink: Sendable {
    /// At most 200 characters on one line; empty: the page is a picture.
    public let title: String
    /// At most 300 characters on one line; empty: there is none.
    public let description: String
    /// The name of the site, at most 60 characters; empty: there is none.
    public let site: String
    /// Its picture; nil: it has none.
    public let picture: MadePicture?

    /// - Parameters: as the properties.
    public init(title: String, description: String, site: String, picture: MadePicture?) {
        (self.title, self.description, self.site) = (title, description, site)
        self.picture = picture
    }
}

/// Why nothing was made of a file.
public enum MediaFailure: Error, Equatable, Sendable {
    /// It begins like none of the formats that are taken.
    case unknownKind
    /// It is wider or higher than this, or has more pixels.
    case tooManyPixels(sideMax: Int, pixelsMax: Int)
    /// It is animated.
    case animated
    /// There is no page to be read: it may not be read, cannot be reached, or says nothing.
    case noPage
    /// The operator's scanner refuses it.
    case harmful
    /// It plays longer than a voice message may.
    case tooLong(maximum: Duration)
    /// It begins like one of the formats, and is none.
    case broken(reason: String)
    /// Too much is being made already; worth a retry after some time.
    case full(retryAfter: Duration)
    /// A program is not installed: Debian's name of its package.
    case off(engine: String)
    /// The store has no room for the result, or cannot be reached.
    case store(Refusal)
    /// The program failed, for this reason: it contains no text from a peer.
    case failed(reason: String)
}

/// What is installed to make media, and how long it may take.
public struct MediaPrograms: Equatable, Sendable {
    /// Decodes pictures: the path of a program, and its arguments. nil: this program itself, which
    /// calls ``PictureWorker/runIfAsked()`` when it starts.
    public var pictures: [String]?
    /// Makes recordings: ffmpeg.
    public var ffmpeg: String?
    /// Scans files: the path of a program, and its arguments. It finds the file as its standard
    /// input, ends with 0 for one that may be passed on and with 1 for one that may not, and is not
    /// confined. nil: files are not scanned.
    public var scanner: [String]?
    /// How pages are read for previews of links; nil: there are none.
    public var links: OutboundTerms?
    /// How long each may take, from its start to its end.
    public var timeLimit = Duration.seconds(60)

    /// Without ffmpeg.
    public init() {}

    /// What is where Debian's packages put it.
    public static func installed() -> MediaPrograms {
        var programs = MediaPrograms()
        programs.ffmpeg = ConfinedMedia.ffmpegPath
        return programs
    }

    /// What is missing, by Debian's names of the packages that have it; empty: nothing.
    public var missing: [String] { ffmpeg == nil ? ["ffmpeg"] : [] }
}

/// Makes nothing, for a catalogue that is only described.
public struct NoMedia: MediaMaker {
    /// It needs nothing.
    public init() {}

    /// - Throws: ``MediaFailure/off(engine:)``, always.
    public func picture(
        of file: UploadedFile, in files: StoredFiles
    ) throws(MediaFailure) -> MadePicture {
        throw .off(engine: "upford")
    }

    /// - Throws: ``MediaFailure/off(engine:)``, always.
    public func recording(
        of file: UploadedFile, in files: StoredFiles
    ) throws(MediaFailure) -> MadeRecording {
        throw .off(engine: "ffmpeg")
    }

    /// - Throws: ``MediaFailure/off(engine:)``, always.
    public func link(to url: String, in files: StoredFiles) throws(MediaFailure) -> MadeLink {
        throw .off(engine: "link previews")
    }

    /// false.
    public var scansFiles: Bool { false }

    /// Does nothing.
    public func scan(_ file: UploadedFile, in files: StoredFiles) throws(MediaFailure) {}
}
