import Kernel

/// A set of users, in ascending order: the order is the same in every process, and it takes half
/// the memory of a hash table.
struct SortedUsers: Equatable, Sendable {
    private(set) var all: [User.ID]

    init(_ users: [User.ID]) {
        all = users.sorted()
    }

    func contains(_ user: User.ID) -> Bool {
        let place = place(of: user)
        return place < all.count && all[place] == user
    }

    mutating func insert(_ user: User.ID) {
        let place = place(of: user)
        guard place == all.count || all[place] != user else { return }
        all.insert(user, at: place)
    }

    mutating func remove(_ user: User.ID) {
        let place = place(of: user)
        guard place < all.count, all[place] == user else { return }
        all.remove(at: place)
    }

    private func place(of user: User.ID) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle] < user { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
