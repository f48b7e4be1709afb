import FoundationEssentials

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
