import Kernel

/// Where pictures of people lie on this server.
public enum PicturePath {
    /// In front of each name.
    public static let folder = "/avatars/"

    /// Found by picture: the last account that shows one takes it along.
    static let migration = Migration(
        "accounts.7",
        """
        ALTER TABLE account ADD COLUMN avatar TEXT NOT NULL DEFAULT '';
        CREATE INDEX account_avatar ON account (avatar) WHERE avatar <> '';
        """)
}
