import Accounts
public import Kernel
import Wire

extension AvatarsFeature {
    /// Where one's own picture is changed.
    private static let ownPath = "/avatar"

    func serve(in catalog: inout Catalog) {
        serveOwn(at: Self.ownPath, as: "avatar", in: &catalog)
        catalog.route(Self.folder + "{name}", RouteFile("picture", Self.place))
    }

    /// Adds a place where one's own picture is changed.
    ///
    /// Who put the wrong picture can withdraw it: that is metered apart.
    ///
    /// - Parameters:
    ///   - interface: the first part of the path, where it is one of an interface's.
    ///   - field: what the picture is called in the answer.
    ///   - confirm: refuses a path that names somebody else.
    public func serveOwn(
        of interface: String? = nil, at pattern: String, as field: String,
        in catalog: inout Catalog,
        confirming confirm:
            @escaping @Sendable (_ path: String) throws(Refusal) -> Void = { _ in }
    ) {
        catalog.route(
            of: interface, .put, pattern,
            RouteChange(
                "avatar", of: "pictures", rate: .uploads, bodyBytesMax: Self.fileBytesMax,
                shows: { Self.shown($0, as: field) }
            ) { (file, token, path) throws(Refusal) in
                try confirm(path)
                return try change(to: file, by: token)
            })
        catalog.route(
            of: interface, .delete, pattern,
            RouteChange(
                "avatar", of: "pictures", rate: .profiles, takesBack: true, shows: Self.removed
            ) { (_, token, path) throws(Refusal) in
                try confirm(path)
                return { (transaction) throws(Refusal) in
                    try remove(by: token, in: transaction)
                }
            })
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
    @Sendable private static func place(of name: String) -> RouteFile.Place {
        if let monogram = Monogram(fileName: name) {
            return .here(
                ServedFile(
                    name: name, contentType: "image/svg+xml", bytes: Array(monogram.svg.utf8)))
        }
        guard StoredPicture.isName(name) else { return .here(nil) }
        return .stored { (snapshot, isKnown) throws(Refusal) in
            let stored =
                try isKnown
                ? outline(named: name, in: snapshot) : picture(named: name, in: snapshot)
            return stored.map {
                ServedFile(name: $0.name, contentType: $0.contentType, bytes: $0.bytes)
            }
        }
    }
}
