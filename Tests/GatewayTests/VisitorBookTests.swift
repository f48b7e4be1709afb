import EventLoop
import TestSupport
import Testing

@testable import Gateway
@testable import Hub

@Suite struct `The visitor that gives way` {
    private static func key(_ number: UInt32) -> ConnectionKey {
        ConnectionKey(loop: 0, connection: ConnectionID(index: number, generation: 0))
    }

    private static func book(_ networks: UInt64...) -> VisitorBook {
        var book = VisitorBook()
        for (number, network) in networks.enumerated() {
            book.add(key(UInt32(number)), from: network)
        }
        return book
    }

    private static func order(_ book: VisitorBook) -> [UInt32] {
        var (book, order) = (book, [UInt32]())
        while let next = book.first() {
            order.append(next.connection.index)
            book.remove(next)
        }
        return order
    }

    @Test func `is the first to come, where each has a network of its own`() {
        #expect(Self.order(Self.book(1, 2, 3, 4)) == [0, 1, 2, 3])
    }

    @Test func `is of the site that has most`() {
        #expect(Self.order(Self.book(1, 2, 2, 3, 2)) == [1, 2, 0, 3, 4])
    }

    @Test func `is of a site, whichever of its networks it comes from`() {
        let site: UInt64 = 0x2001_0DB8_0000_0000
        #expect(Self.order(Self.book(1, site + 1, 1, site + 2, site + 3)).prefix(2) == [1, 0])
    }

    @Test func `is sought in one network, or one site`() {
        let site: UInt64 = 0x2001_0DB8_0000_0000
        var book = Self.book(site + 2, site + 1, site + 1)
        #expect(book.first(of: .network(site + 1)) == Self.key(1))
        #expect(book.first(of: .site(site)) == Self.key(0))
        #expect(book.first(of: .network(site)) == nil)
        book.remove(Self.key(1))
        #expect(book.first(of: .network(site + 1)) == Self.key(2))
    }

    @Test func `is none that has left, and is listed once, however often added`() {
        var book = Self.book(1, 2)
        book.add(Self.key(0), from: 7)
        #expect(book.count == 2)
        #expect(book.remove(Self.key(0)) == 1)
        #expect(book.remove(Self.key(0)) == nil)
        #expect(Self.order(book) == [1])
        book.remove(Self.key(1))
        #expect(book.first() == nil)
        book.add(Self.key(1), from: 3)
        #expect(book.first() == Self.key(1))
    }

    /// Against a book that looks at all visitors each time.
    @Test func `is the one that a simple book names, whatever has happened`() {
        var random = SeededGenerator(seed: 7)
        var book = VisitorBook()
        var simple: [(key: ConnectionKey, site: UInt64)] = []
        for step: UInt32 in 0..<20_000 {
            let isComing = random.next() % 100 < (step / 2_000 % 2 == 0 ? 60 : 40)
            if isComing {
                let site = random.next() % 40 + 1
                book.add(Self.key(step), from: site)
                simple.append((Self.key(step), site))
            } else if !simple.isEmpty {
                let place = Int(random.next() % UInt64(simple.count))
                book.remove(simple.remove(at: place).key)
            }
            let counts = Dictionary(grouping: simple, by: \.site).mapValues(\.count)
            let first = book.first()
            let place = simple.first { $0.key == first }
            #expect(place.flatMap { counts[$0.site] } == counts.values.max())
            #expect(place?.key == simple.first { $0.site == place?.site }?.key)
        }
    }
}
