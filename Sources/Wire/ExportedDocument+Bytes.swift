import FoundationEssentials

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
