/// Work that waits for a worker: owners take turns, however much each has.
///
/// Of each owner one element at most is under way, so that no owner keeps all workers busy, and
/// each is served in order. With one line for all, 200 long reads of one user made the others wait
/// for all of them.
package struct TurnQueue<Owner: Hashable, Element> {
    private struct Line {
        var waiting = Fifo<Element>()
        var isUnderWay = false
    }

    /// Of those with anything waiting or under way.
    private var lines: [Owner: Line] = [:]
    /// Those whose next element may begin.
    private var turns = Fifo<Owner>()

    /// How many elements wait.
    package private(set) var count = 0
    /// How many elements may begin at once.
    package var readyCount: Int { turns.count }

    package init() {}

    /// How many elements of an owner wait.
    package func count(of owner: Owner) -> Int { lines[owner]?.waiting.count ?? 0 }

    package mutating func append(_ element: Element, of owner: Owner) {
        // Of those who have none waiting and none under way there is no line.
        if lines[owner] == nil { turns.append(owner) }
        lines[owner, default: Line()].waiting.append(element)
        count += 1
    }

    /// Takes the next element; `finish` is owed for its owner.
    package mutating func takeFirst() -> (element: Element, owner: Owner)? {
        guard let owner = turns.takeFirst(), let element = lines[owner]?.waiting.takeFirst() else {
            return nil
        }
        lines[owner]?.isUnderWay = true
        count -= 1
        return (element, owner)
    }

    /// The element of this owner is done: the next one gets in line behind everybody else.
    package mutating func finish(_ owner: Owner) {
        if lines[owner]?.waiting.isEmpty == false {
            lines[owner]?.isUnderWay = false
            turns.append(owner)
        } else {
            lines[owner] = nil
        }
    }
}

/// First in, first out.
package struct Fifo<Element> {
    private var elements: [Element?] = []
    private var first = 0

    package init() {}

    package var count: Int { elements.count - first }
    package var isEmpty: Bool { count == 0 }

    package mutating func append(_ element: Element) { elements.append(element) }

    package mutating func takeFirst() -> Element? {
        guard first < elements.count else { return nil }
        defer {
            elements[first] = nil
            first += 1
            if first * 2 >= elements.count {
                elements.removeFirst(first)
                first = 0
            }
        }
        return elements[first]
    }
}
