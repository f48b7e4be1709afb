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
