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
