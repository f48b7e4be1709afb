import FoundationEssentials

extension PictureFile {
    /// A file, and what HTTP calls it.
    public init(_ bytes: [UInt8], contentType: String) {
        self.init()
        self.contentType = contentType
        self.bytes = Data(bytes)
    }
}

extension ExportedCheckinPicture {
    /// A part of a file.
    ///
    /// - Parameter range: where it is in the file.
    public init(_ name: String, _ file: [UInt8], _ range: Range<Int>, contentType: String) {
        self.init()
        (self.name, self.contentType) = (name, contentType)
        (offset, size) = (UInt32(clamping: range.lowerBound), UInt32(clamping: file.count))
        bytes = Data(file[range.clamped(to: file.indices)])
    }
}

extension ExportedDocument {
    /// A part of a document.
    ///
    /// - Parameter part: places of `bytes`, which is the whole file.
    public init(_ document: TeamDocument, _ bytes: [UInt8], _ part: Range<Int>) {
        self.init()
        self.document = document
        self.bytes = Data(bytes[part.clamped(to: bytes.indices)])
        offset = UInt32(clamping: part.lowerBound)
    }
}

extension ExportedPicture {
    /// A file, and what HTTP calls it.
    public init(_ bytes: [UInt8], contentType: String) {
        self.init(bytes, bytes.indices, contentType: contentType)
    }

    /// A part of a file.
    ///
    /// - Parameter part: places of `bytes`, which is the whole file.
    public init(_ bytes: [UInt8], _ part: Range<Int>, contentType: String) {
        self.init()
        self.bytes = Data(bytes[part])
        (offset, size) = (UInt32(clamping: part.lowerBound), UInt32(clamping: bytes.count))
        self.contentType = contentType
    }
}
