/// The programs that ours is compared with, as far as they are there.
struct Yardsticks: Sendable {
    /// What reports call them.
    static let cName = "C epoll"
    static let nioName = "SwiftNIO"

    let c: String?
    let nio: String?

    /// Starts them.
    func contestants(to audience: Audience) throws(LoadFailure) -> [Contestant] {
        var contestants: [Contestant] = []
        if let c { contestants.append(Contestant(Self.cName, try .yardstick(c, to: audience))) }
        if let nio { contestants.append(Contestant(Self.nioName, try .nio(nio, to: audience))) }
        return contestants
    }
}
