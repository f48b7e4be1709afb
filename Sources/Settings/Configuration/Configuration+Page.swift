extension Configuration {
    /// What browsers see.
    public struct Page: Equatable, Sendable {
        /// Folder of its files; `none`: there is no page; empty means the one that was installed.
        public var folder = ""
        /// The address of a server's pictures of the map; empty: none is asked.
        public var tiles = ""
        /// What their owners want to be said.
        public var tilesCredit = ""

        /// Whether there is to be none.
        public var isOff: Bool { folder == "none" }
    }
}
