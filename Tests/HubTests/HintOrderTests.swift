import Kernel
import Testing
import Wire

@testable import Hub

@Suite struct `Hints of several nodes about one state` {
    private let ben = ConnectionKey.number(2)
    private let circle = Topic("circle")

    /// Ben is on the third node, and has the circle open.
    private func town() -> HubTown {
        var town = HubTown(3)
        town.look(2, [], horizon: 1)
        arrive(&town)
        return town
    }

    private func arrive(_ town: inout HubTown) {
        town.worlds[2].signIn(ben, "ben", 2, friends: [1])
        town.worlds[2].live(.open(circle, true), "ben", 2, ben)
        town.pass(.seconds(2))
        _ = town.told(2, ben)
    }

    /// A change of a post of ana's: it has so many likes, or it is hidden from ben.
    private func post(_ likes: UInt32?, _ id: String = "1", about user: User.ID = 1) -> Signal {
        var changed = CircleChanged()
        if let likes { changed.liked.likes = likes } else { changed.removed = id }
        return .hint(
            Hint(.circleChanged(changed), key: "circle:\(id)", about: user, to: [2], on: circle))
    }

    /// A node commits and stalls, and its message arrives only after `meanwhile`.
    private func late(_ town: inout HubTown, _ meanwhile: (inout HubTown) -> Void) -> [String] {
        town.cut = [0]
        town.worlds[0].complete(post(1), in: 7)
        let said = town.worlds[0].takeMessages().map { message in
            (message.bytes(from: 1), message.user)
        }
        meanwhile(&town)
        town.cut = []
        _ = town.told(2, ben)
        let heard = said.compactMap { NodeMessage.read($0.0, for: $0.1) }
        town.worlds[2].core.take(.heard(heard), at: town.worlds[2].now)
        return town.worlds[2].told(ben).filter { $0.contains("circleChanged") }
    }

    @Test func `are delivered when no newer one was`() {
        var town = town()
        #expect(late(&town) { _ in }.count == 1)
    }

    @Test func `are all delivered when they belong to one commit`() {
        var town = town()
        for likes: UInt32 in [1, 2] { town.worlds[0].complete(post(likes), in: 7) }
        #expect(town.told(2, ben).count == 2)
    }

    @Test func `are dropped when another node has sent a newer one`() {
        var town = town()
        let told = late(&town) { town in
            town.worlds[1].complete(post(nil), in: 8)
            #expect(town.told(2, ben) == [#"{"circleChanged":{"removed":"1"}}"#])
        }
        #expect(told == [])
    }

    @Test func `are dropped when the own node has sent a newer one`() {
        var town = town()
        #expect(late(&town) { $0.worlds[2].complete(post(nil), in: 8) } == [])
    }

    @Test func `are delivered when the hints meanwhile were older, or about other subjects`() {
        var town = town()
        let told = late(&town) { town in
            town.worlds[1].complete(post(nil, "2", about: 3), in: 8)
            town.worlds[1].complete(post(nil), in: 6)
        }
        #expect(told.count == 1)
    }

    @Test func `are dropped for a session that opened after every node knew of the commit`() {
        var town = town()
        let told = late(&town) { town in
            town.worlds[2].close(ben)
            town.look(2, [], horizon: 8)
            arrive(&town)
        }
        #expect(told == [])
    }

    @Test func `are delivered to a session that opened while the commit may have been under way`() {
        var town = town()
        let told = late(&town) { town in
            town.worlds[2].close(ben)
            town.look(2, [], horizon: 7)
            arrive(&town)
        }
        #expect(told.count == 1)
    }

    /// A position does not go from node to node.
    @Test func `are not sent to other nodes with a position`() {
        var town = town()
        var changed = PlaceChanged()
        changed.set.text = "here"
        let hint = Hint(.placeChanged(changed), key: "place:ana", about: 1, to: [2], on: circle)
        town.worlds[0].complete(.hint(hint), in: 7)
        #expect(town.worlds[0].takeMessages().allSatisfy { $0.user == nil })
    }

    @Test func `stay in order also when many others come between`() {
        var order = HintOrder()
        let first = HintOrder.Subject(user: 1, key: "first")
        var news = [order.isNews(first, of: 9)]
        for number in 0..<HintOrder.countMax * 3 {
            let other = HintOrder.Subject(user: 2, key: "\(number)")
            let isNews = order.isNews(other, of: Int64(10 + number))
            #expect(isNews)
            if number % 1_000 == 0 { news.append(order.isNews(first, of: 8)) }
        }
        #expect(news.first == true && !news.dropFirst().contains(true))
        news = [Int64(9), .max, .max - 1].map { order.isNews(first, of: $0) }
        #expect(news == [false, true, false])
    }
}
