public import Accounts
public import Files
public import Kernel
import Pictures
public import Wire

/// Pictures of users: uploaded and removed over HTTP, and shown wherever their owner is (Z5).
public struct AvatarsFeature: Sendable {
    private let profiles: Profiles
    private let files: StoredFiles

    /// - Parameters:
    ///   - profiles: announces a new picture.
    ///   - files: where pictures are stored.
    public init(profiles: Profiles, files: StoredFiles) {
        (self.profiles, self.files) = (profiles, files)
    }

    /// Where pictures lie on this server.
    public static let folder = PicturePath.folder

    /// The most bytes of a file from which a picture is made.
    public static let fileBytesMax = 1 << 20

    /// What is stored, how it is shown to its owner, and where it is changed and seen over HTTP.
    public func install(in catalog: inout Catalog) {
        catalog.migrate(AvatarSchema.migrations)
        files.move(.pictures, in: &catalog)
        serve(in: &catalog)
        catalog.disclose("picture") { [files] caller, _, snapshot throws(Refusal) in
            guard let stored = try snapshot.first(.picture(of: caller.user)),
                let bytes = try files.bytes(of: stored.file)
            else { return ([], nil) }
            var record = ExportRecord()
            record.picture = ExportedPicture(bytes, contentType: stored.contentType)
            return ([record], nil)
        }
    }

    /// Makes a picture of `file`, which takes long; and what is left to do to show it.
    ///
    /// - Throws: `.invalidField` when it is of no kind that we take, `.tooLarge` when it has too
    ///   many bytes or pixels, `.malformed` when it is broken.
    public func change(
        to file: [UInt8], by caller: Caller
    ) throws(Refusal) -> @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body {
        guard file.count <= Self.fileBytesMax else {
            throw Refusal(
                .tooLarge, field: "picture", "expected at most \(Self.fileBytesMax) bytes")
        }
        let picture: Picture
        do throws(PictureFailure) {
            picture = try Picture(of: file)
        } catch {
            throw Refusal(error)
        }
        let new = try files.add(picture.bytes)
        let name = "\(new.name.text).\(picture.form.rawValue)"
        return { [self] (transaction) throws(Refusal) in
            let old = try transaction.first(.picture(of: caller.user))
            // The same picture again changes nothing.
            if let old,
                try files.holds(old.file, new, in: transaction)
            {
                return try show(old.name, by: caller, in: transaction)
            }
            try files.keep(new, of: caller.user, replacing: old?.file, in: transaction)
            try transaction.run(
                """
                INSERT INTO picture (name, bytes, file)
                VALUES (\(name), \([UInt8]()), \(new.name.text))
                """)
            return try show(name, by: caller, in: transaction)
        }
    }

    /// From now on the picture made of the username is shown.
    public func remove(
        by caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> ServerMessage.OneOf_Body {
        try show("", by: caller, in: transaction)
    }

    /// A user who leaves has no picture any longer.
    public static func end(_ account: Account, in transaction: Transaction) throws(Refusal) {
        try show("", as: account.id, in: transaction)
    }

    /// An unchanged picture causes no event.
    private func show(
        _ name: String, by caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> ServerMessage.OneOf_Body {
        guard let old = try transaction.first(.account(of: caller.user)) else {
            throw .notSignedIn
        }
        var opened = AccountOpened()
        opened.user = old.profile
        if old.avatar != name {
            try Self.show(name, as: caller.user, in: transaction)
            opened.user = try profiles.announce(caller.user, in: transaction).profile
        }
        return .account(opened)
    }

    /// Deletes the old picture, unless another user shows it too.
    private static func show(
        _ name: String, as user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let old = try transaction.first(.account(of: user))?.avatar ?? ""
        guard old != name else { return }
        try transaction.run("UPDATE account SET avatar = \(name) WHERE id = \(user)")
        // Pictures of earlier versions have the name of their content, and may have several users.
        let unused: SQL = """
            name = \(old) AND NOT EXISTS
                (SELECT 1 FROM account WHERE avatar = \(old) AND avatar <> '')
            """
        try StoredFiles.delete(from: "picture", where: unused, in: transaction)
    }
}

extension Rate {
    /// Pictures: they keep a worker busy, and each is an event to all friends.
    public static let uploads = Rate(
        "uploads", of: .user, 20, each: .day, unit: "pictures",
        "Profile pictures that a user uploads.")
}

extension AvatarsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "avatars"
    /// Uploads.
    public static let rates: [Rate] = [.uploads]
}

extension AvatarsFeature {
    /// Where a user's own picture is changed.
    private static let ownPath = "/avatar"

    func serve(in catalog: inout Catalog) {
        serveOwn(at: Self.ownPath, as: "avatar", in: &catalog)
        catalog.file("avatarRead", Self.folder + "{name}", thing: "picture", file)
    }

    /// Adds a path at which a user's own picture is changed.
    ///
    /// A user who uploaded the wrong picture can withdraw it: that is metered apart.
    ///
    /// - Parameters:
    ///   - interface: the first part of the path, where it is one of an interface's.
    ///   - field: what the picture is called in the answer.
    ///   - confirm: refuses a request whose path names another user.
    public func serveOwn(
        of interface: String? = nil, at pattern: String, as field: String,
        in catalog: inout Catalog,
        confirming confirm:
            @escaping @Sendable (PlainRequest) throws(Refusal) -> Void = { _ in }
    ) {
        catalog.upload(
            "avatar", of: interface, .put, pattern,
            UploadTerms(of: "pictures", bodyBytesMax: Self.fileBytesMax), rate: .uploads,
            shows: { Self.shown($0, as: field) }
        ) { (request, caller, _) throws(Refusal) in
            try confirm(request)
            return Inquiry(try change(to: request.body, by: caller))
        }
        catalog.remove(
            "avatar", of: interface, pattern, shows: Self.removed
        ) { (request, caller) throws(Refusal) in
            try confirm(request)
            return { (transaction) throws(Refusal) in try remove(by: caller, in: transaction) }
        }
    }

    private static func shown(
        _ body: ServerMessage.OneOf_Body, as field: String
    ) -> RouteAnswer {
        guard case .account(let opened) = body else { return refused(body) }
        return .json("{\"\(field)\":\"\(opened.user.avatar)\"}\n")
    }

    private static let removed: RouteAnswer.Maker = { body in
        guard case .account = body else { return refused(body) }
        return .nothing
    }

    /// Of a picture, what is wrong is the kind that is not taken.
    private static func refused(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .error(let error) = body, error.code == .invalidField else {
            return RouteAnswer.asMessage(body)
        }
        return .message(body, status: .unsupportedMediaType)
    }

    /// The picture made of a name is not stored.
    @Sendable func file(_ request: PlainRequest) -> FileSource {
        let name = request.values.last ?? ""
        if let monogram = Monogram(fileName: name) {
            return .here(
                ServedFile(
                    name: name, contentType: "image/svg+xml", .bytes(Array(monogram.svg.utf8))))
        }
        guard StoredPicture.isName(name) else { return .here(nil) }
        return .stored { [files] (snapshot) throws(Refusal) in
            guard let stored = try snapshot.first(.picture(named: name)),
                let content = try files.content(of: stored.file, in: snapshot)
            else { return nil }
            return ServedFile(name: name, contentType: stored.contentType, content)
        }
    }
}
