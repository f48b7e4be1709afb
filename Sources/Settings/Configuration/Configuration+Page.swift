extension Configuration {
    /// What browsers see.
    public struct Page: Equatable, Sendable {
        /// Folder of its files; `none`: there is no page; empty means the one that was installed.
        public var folder = ""

        /// Whether there is to be none.
        public var isOff: Bool { folder == "none" }
    }
}
