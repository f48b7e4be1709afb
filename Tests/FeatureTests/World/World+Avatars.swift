import Accounts
import Avatars
import Friends
import Kernel
import Testing
import Wire

extension World {
    private static let avatars = AvatarsFeature(profiles: Profiles.ofRelated)

    /// Puts a picture, and gives the path of it.
    ///
    /// - Throws: the refusal.
    @discardableResult
    func show(_ file: [UInt8], as name: String) throws -> String {
        let change = try Self.avatars.change(to: file, by: caller(of: name))
        return try path { (transaction) throws(Refusal) in try change(transaction) }
    }

    @discardableResult
    func removePicture(of name: String) throws -> String {
        let caller = try caller(of: name)
        return try path { (transaction) throws(Refusal) in
            try Self.avatars.remove(by: caller, in: transaction)
        }
    }

    /// What is served under a path.
    func picture(at path: String) throws -> StoredPicture? {
        try store.snapshot { (snapshot) throws(Refusal) in
            try AvatarsFeature.picture(
                named: String(path.dropFirst(AvatarsFeature.folder.count)), in: snapshot)
        }
    }

    private func path(
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body
    ) throws -> String {
        try store.write([WriteJob.command(run, replyTo: .test)])
        let completion = try results.next()
        listen(to: completion)
        guard case .account(let account) = try completion.result.get() else { return "" }
        return account.user.avatar
    }
}
