import FoundationEssentials

extension ExportedPicture {
    /// A file, and what HTTP calls it.
    public init(_ bytes: [UInt8], contentType: String) {
        self.init()
        self.bytes = Data(bytes)
        self.contentType = contentType
    }
}
