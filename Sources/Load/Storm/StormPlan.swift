/// Who is cut off in a storm, and who writes to them meanwhile.
struct StormPlan: Sendable {
    /// The circle: first those who are cut off, behind them those who write.
    let population: Population
    let writerCount: Int
    /// Messages a second, all told.
    let rate: Int
    /// How long nobody can come back.
    let awaySeconds: Int

    /// How many are cut off.
    var count: Int { population.size - writerCount }

    /// Those who are cut off, as if they had never been there.
    var comers: [Diary] { (0..<count).map { population.diary(of: $0) } }
    /// Those who write, likewise.
    var writers: [Diary] { (count..<population.size).map { population.diary(of: $0) } }

    /// To whom a writer writes, in turn: friends who are cut off.
    func readers(of writer: Int) -> [Int] {
        population.friends(of: count + writer).filter { $0 < count }
    }
}
