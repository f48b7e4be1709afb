/// What the answer to a sign-in comes to, found without building anything.
///
/// For a caller that gets thousands a second: a snapshot of 20 friends takes 36 of the 144 us
/// that the load generator needs for a sign-in.
package struct SessionGlance {
    /// Who is signed in.
    package let username: String
    /// How many friends there are in the snapshot; 0 without one.
    package let friendCount: Int

    /// - Parameter bytes: a server's message in binary.
    /// - Returns: nil when it is anything but a session, or one in which the user, a friend or the
    ///   snapshot's own members cannot be read. What else a snapshot holds is not looked at.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        do throws(DecodingFailure) {
            let session = try Self.values(of: Field.session, in: [bytes])
            guard !session.isEmpty else { return nil }
            let user = try Self.values(of: Field.user, in: session)
            let name = try Self.values(of: Field.username, in: user).last
            username = name.map { String(decoding: $0, as: UTF8.self) } ?? ""
            let snapshot = try Self.values(of: Field.snapshot, in: session)
            let lists = try Self.values(of: Field.friends, in: snapshot)
            let friends = try Self.values(of: Field.friend, in: lists)
            for friend in friends { _ = try BinaryMembers.all(of: friend) }
            friendCount = friends.count
        } catch {
            return nil
        }
    }

    /// As in `proto/upfor/v1`: what is called so there never gets another number.
    private enum Field {
        static let session = 110
        static let user = 1
        static let username = 1
        static let snapshot = 7
        static let friends = 1
        static let friend = 1
    }

    /// The values of a field, in messages that protobuf would merge into one.
    private static func values(
        of field: Int, in messages: [UnsafeRawBufferPointer]
    ) throws(DecodingFailure) -> [UnsafeRawBufferPointer] {
        var values: [UnsafeRawBufferPointer] = []
        for bytes in messages {
            for member in try BinaryMembers.all(of: bytes) where member.number == field {
                values.append(UnsafeRawBufferPointer(rebasing: bytes[member.value]))
            }
        }
        return values
    }
}
