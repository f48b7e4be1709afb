import Accounts
import Kernel
import Wire

extension AvatarsFeature {
    /// Where one's own picture is changed.
    private static let ownPath = "/avatar"

    /// Who put the wrong picture can withdraw it: that is metered apart.
    func serve(in catalog: inout Catalog) {
        catalog.route(
            .put, Self.ownPath,
            RouteChange(
                "avatar", of: "pictures", rate: .uploads, bodyBytesMax: Self.fileBytesMax,
                shows: Self.shown
            ) { (file, token) throws(Refusal) in
                try change(to: file, by: token)
            })
        catalog.route(
            .delete, Self.ownPath,
            RouteChange("avatar", of: "pictures", rate: .profiles, shows: Self.removed) {
                (_, token) throws(Refusal) in
                { (transaction) throws(Refusal) in try remove(by: token, in: transaction) }
            })
        catalog.route(Self.folder + "{name}", RouteFile("picture", Self.place))
    }

    private static let shown: RouteAnswer.Maker = { body in
        guard case .account(let opened) = body else { return refused(body) }
        return .json("{\"avatar\":\"\(opened.user.avatar)\"}\n")
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
