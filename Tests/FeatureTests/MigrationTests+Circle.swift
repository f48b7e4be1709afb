import Kernel
import Storage
import Testing
import Wire

extension `Data of an earlier version` {
    @Test func `keep the place of no meetup that is over`() throws {
        let data = try EarlierData(without: "partners.places") { (transaction) throws(Refusal) in
            try transaction.signUp("ana", "ben", "cleo")
            for user: Int64 in [1, 2, 3] {
                try transaction.run(
                    """
                    INSERT INTO speaker VALUES (\(user), \(user), 'A', 'B', 'en', 'zh', '', 1, 7)
                    """)
            }
            try transaction.run(
                """
                INSERT INTO partnership VALUES
                    (5, 1, 2, 1, 0, NULL, 'My home 7', 2, 0),
                    (6, 1, 3, 1, 1, 9000000000000, 'the park', 1, 0)
                """)
        }
        guard case .partnerships(let list) = try data.call(.partnerList(PartnerList())) else {
            throw NotThatKind(what: "a list")
        }
        #expect(
            Dictionary(uniqueKeysWithValues: list.partnerships.map { ($0.number, $0.place) })
                == [5: "", 6: "the park"])
    }

    @Test func `mean a post for all friends if it was confirmed, and post what waited`() throws {
        let data = try EarlierData(without: "circle.audience") { (transaction) throws(Refusal) in
            try transaction.signUp("ana", "ben", "cleo")
            try transaction.run(
                """
                INSERT INTO bond (low, kind, high, since_ms) VALUES (1, 0, 2, 0), (1, 0, 3, 0)
                """)
            try transaction.run("INSERT INTO activity_exclusion VALUES (1, 'coffee', 3)")
            try transaction.run(
                """
                INSERT INTO circle_post (id, author, companion, twin, activity, body, at_ms)
                VALUES (7, 1, 2, 0, 'coffee', 'by itself', 0), (8, 1, 2, 0, 'coffee', 'said', 0)
                """)
            try transaction.run(
                """
                INSERT INTO circle_deed
                    (overlap_id, user_id, is_confirmed, body, post_id, at_ms, is_waiting)
                VALUES (1, 1, 0, '', 7, 0, 0), (2, 1, 1, '', 8, 0, 0), (3, 1, 0, '', NULL, 0, 1)
                """)
        }
        let people: [(User.ID, String, [String])] = [
            (2, "ben", ["said", "by itself"]), (3, "cleo", ["said"]),
        ]
        for (user, name, texts) in people {
            let answer = try data.call(.circleList(CircleList()), as: user, name)
            guard case .circlePage(let page) = answer else { throw NotThatKind(what: "a page") }
            #expect(page.posts.map(\.text) == texts)
        }
        let due = Query<Int64>("SELECT user_id FROM circle_due") { columns throws(StoreError) in
            try columns.integer()
        }
        #expect(
            try data.store.snapshot { (snapshot) throws(Refusal) in try snapshot.all(due) } == [1])
    }
}
