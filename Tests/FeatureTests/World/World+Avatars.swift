import Accounts
@testable import Avatars
import Files
import Friends
import Kernel
import Testing
import Wire

extension World {
    private var avatars: AvatarsFeature {
        AvatarsFeature(
            profiles: Profiles.ofRelated, files: StoredFiles(files, featureSettings))
    }

    /// Puts a picture, and gives the path of it.
    ///
    /// - Throws: the refusal.
    @discardableResult
    func show(_ file: [UInt8], as name: String) throws -> String {
        entropy.speaks(name)
        let change = try avatars.change(to: file, by: caller(of: name))
        return try path { (transaction) throws(Refusal) in try change(transaction) }
    }

    @discardableResult
    func removePicture(of name: String) throws -> String {
        let caller = try caller(of: name)
        let avatars = avatars
        return try path { (transaction) throws(Refusal) in
            try avatars.remove(by: caller, in: transaction)
        }
    }

    /// What is served under a path.
    func picture(at path: String) throws -> ServedFile? {
        let name = String(path.dropFirst(AvatarsFeature.folder.count))
        switch avatars.file(PlainRequest(values: [name])) {
        case .here(let file): return file
        case .stored(let look):
            return try store.snapshot { (snapshot) throws(Refusal) in try look(snapshot) }
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
