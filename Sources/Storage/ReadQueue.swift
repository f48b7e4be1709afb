import Kernel

/// Reads that wait for a reader: whoever has many takes turns with everybody else.
///
/// Of each owner one read at most is under way, so that nobody keeps all readers busy and everybody
/// is answered in order. With one line for all, 200 long reads of one user made the others wait for
/// all of them.
struct ReadQueue {
    private struct Line {
        var waiting = Fifo<ReadJob>()
        var isUnderWay = false
    }

    /// Of those with anything waiting or under way.
    private var lines: [ReadJob.Owner: Line] = [:]
    /// Those whose next read may begin.
    private var turns = Fifo<ReadJob.Owner>()

    /// How many reads wait.
    private(set) var count = 0
    /// How many reads may begin at once.
    var readyCount: Int { turns.count }

    mutating func append(_ job: ReadJob) {
        // Of those who have none waiting and none under way there is no line.
        if lines[job.owner] == nil { turns.append(job.owner) }
        lines[job.owner, default: Line()].waiting.append(job)
        count += 1
    }

    /// Takes the next read; `finish` is owed for it.
    mutating func takeFirst() -> ReadJob? {
        guard let owner = turns.takeFirst() else { return nil }
        lines[owner]?.isUnderWay = true
        count -= 1
        return lines[owner]?.waiting.takeFirst()
    }

    /// The read of this owner is done: the next one gets in line behind everybody else.
    mutating func finish(_ owner: ReadJob.Owner) {
        if lines[owner]?.waiting.isEmpty == false {
            lines[owner]?.isUnderWay = false
            turns.append(owner)
        } else {
            lines[owner] = nil
        }
    }
}

/// First in, first out.
struct Fifo<Element> {
    private var elements: [Element?] = []
    private var first = 0

    var count: Int { elements.count - first }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func takeFirst() -> Element? {
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
