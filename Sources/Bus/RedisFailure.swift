/// Why a Redis server is not there, in words for an administrator.
struct RedisFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static let lost = Self("the connection was lost")
}
