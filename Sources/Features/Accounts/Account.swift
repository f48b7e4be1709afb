public import Kernel
public import Wire

/// A user's account, as far as commands need it.
public struct Account: Equatable, Sendable {
    /// Never on the wire.
    public let id: User.ID
    /// Never changes.
    public let username: String
    /// Free text, 1 to 40 characters.
    public let displayName: String
    /// Shown to the user alone; empty when there is none.
    public let email: String
    /// Whether the user has confirmed it.
    public var isEmailVerified = false
    /// What the picture is called; empty when it is the one made of the name.
    public var avatar = ""

    /// Stands for an unknown user: a stranger to all users, without any relation.
    public static let nobody = Account(id: .nobody, username: "", displayName: "", email: "")

    /// What others see.
    public var profile: UserProfile {
        UserProfile(username: username, displayName: displayName, avatar: avatar)
    }
}

extension UserProfile {
    /// Reads the columns `username, display_name, avatar`.
    public init(from columns: inout Columns) throws(StoreError) {
        self.init(
            username: try columns.text(), displayName: try columns.text(),
            avatar: try columns.text())
    }

    /// A user as others see them.
    ///
    /// - Parameter picture: what it is called; empty for the one made of the name.
    public init(username: String, displayName: String, avatar picture: String = "") {
        self.init()
        (self.username, self.displayName) = (username, displayName)
        let name =
            picture.isEmpty ? Monogram(of: displayName, username: username).fileName : picture
        avatar = PicturePath.folder + name
    }
}

/// What another feature adds to an account: something that begins with it, and that a log-in shows.
public struct AccountCompanion: Sendable {
    /// Does its part of a registration, in the transaction that makes the account.
    public typealias Beginning =
        @Sendable (AccountRegister, Caller, Transaction) throws(Refusal) -> Void
    /// Fills in its part of the answer to a log-in.
    public typealias Showing =
        @Sendable (User.ID, Snapshot, inout AccountOpened) throws(Refusal) -> Void

    let begin: Beginning
    let show: Showing

    /// - Parameters: as the types say.
    public init(begin: @escaping Beginning, show: @escaping Showing) {
        (self.begin, self.show) = (begin, show)
    }

    /// Of a server without that feature: a registration that asks for it is refused.
    public static let none = AccountCompanion(
        begin: { (command, _, _) throws(Refusal) in
            guard !command.hasSpeaker else {
                throw Refusal(
                    .invalidField, field: "speaker", "this server has no language partners")
            }
        }, show: { (_, _, _) throws(Refusal) in })
}

/// What a reader sees of one character of a text.
enum Appearance {
    /// Something, in a place of its own.
    case seen
    /// Room.
    case blank
    /// The line ends, or goes on at a tab.
    case line
    /// Nothing, or a mark on what is before it: accents, joiners, emoji's selectors.
    case trail
    /// Nothing, but it has a direction, as a letter has: text that is pasted brings it along.
    ///
    /// - Source: UAX #9 §2.6
    case implicitMark
    /// It is no text, or changes how the text around it is read.
    case forbidden

    /// What Unicode says of `scalar`; most need no look into its tables, which takes 50 ns.
    init(of scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x09, 0x0A: self = .line
        case 0..<0x20, 0x7F..<0xA0: self = .forbidden
        case 0x20, 0xA0: self = .blank
        case 0x21..<0xAD, 0xAE..<0x300, 0x3400..<0xA000, 0xAC00...0xD7A3: self = .seen
        case 0x061C, 0x200E, 0x200F: self = .implicitMark
        // Other ends of lines; what sets the direction, old and new; annotations; tags.
        case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            self = .forbidden
        // A Braille cell without dots is a sign like others to Unicode, and a blank to the eye.
        case 0x2800: self = .blank
        default: self.init(classifying: scalar.properties)
        }
    }

    private init(classifying properties: Unicode.Scalar.Properties) {
        if properties.isDefaultIgnorableCodePoint {
            self = .trail
        } else if properties.isWhitespace {
            self = .blank
        } else {
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark: self = .trail
            default: self = .seen
            }
        }
    }
}

/// The flags of England, Scotland and Wales: a black flag, and the region's name in tags, which
/// stand nowhere else. With other names they would be a place to hide something.
///
/// - Source: UTS #51, RGI_Emoji_Tag_Sequence.
enum RegionFlag {
    static let base: Unicode.Scalar = "\u{1F3F4}"
    private static let tags: [[Unicode.Scalar]] = [
        ["\u{E0067}", "\u{E0062}", "\u{E0065}", "\u{E006E}", "\u{E0067}", "\u{E007F}"],
        ["\u{E0067}", "\u{E0062}", "\u{E0073}", "\u{E0063}", "\u{E0074}", "\u{E007F}"],
        ["\u{E0067}", "\u{E0062}", "\u{E0077}", "\u{E006C}", "\u{E0073}", "\u{E007F}"],
    ]

    /// Takes a region's tags from the front of `rest`, if it begins with them.
    static func skipTags(in rest: inout Substring.UnicodeScalarView) {
        if let region = tags.first(where: { rest.starts(with: $0) }) {
            rest.removeFirst(region.count)
        }
    }
}

/// Announces a new name or picture.
public struct Profiles: Sendable {
    /// All friends of a user.
    public typealias Friends = @Sendable (User.ID, Snapshot) throws(Refusal) -> [User.ID]

    let friends: Friends

    /// - Parameter friends: the recipients, beside the user.
    public init(friends: @escaping Friends) {
        self.friends = friends
    }

    /// Sends a user's current profile to the user's own devices, and to all friends.
    ///
    /// - Returns: the account as it is now.
    @discardableResult
    public func announce(
        _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> Account {
        guard let account = try transaction.first(.account(of: user)) else { throw .notSignedIn }
        var changed = ProfileChanged()
        changed.user = account.profile
        try transaction.deliver(
            .profileChanged(changed), to: [user] + (try friends(user, transaction)))
        return account
    }
}

/// Where pictures of users are on this server.
public enum PicturePath {
    /// In front of each name.
    public static let folder = "/avatars/"

    /// Found by picture: the last account that shows one deletes it.
    static let migration = Migration(
        "accounts.7",
        """
        ALTER TABLE account ADD COLUMN avatar TEXT NOT NULL DEFAULT '';
        CREATE INDEX account_avatar ON account (avatar) WHERE avatar <> '';
        """)
}
