import Glibc

extension SubjectServer {
    /// `upford serve` on data that a population is in already.
    ///
    /// - Parameters:
    ///   - folder: for the data; nothing may be in it.
    ///   - more: writes what else is in the data.
    static func serve(
        _ program: String, _ population: Population, in folder: String, _ progress: Progress,
        _ more: (borrowing SQLiteFile, Progress) throws(LoadFailure) -> Void = { _, _ in }
    ) async throws(LoadFailure) -> SubjectServer {
        // It has ended when the model is there.
        let model = try await serve(program, data: folder).makeModel(progress)
        let now = Int64(time(nil)) * 1000
        let file = try SQLiteFile("\(folder)/store/upfor.sqlite")
        try PopulationData(population: population, model: model, now: now)
            .write(to: file, progress)
        try more(file, progress)
        close(file)
        return try serve(program, data: folder)
    }

    /// The server opens it next.
    private static func close(_ file: consuming SQLiteFile) {}

    /// The schema is there, and makes an account to copy.
    ///
    /// - Returns: its username.
    func makeModel(_ progress: Progress) async throws(LoadFailure) -> String {
        var generator = SystemRandomNumberGenerator()
        let name = ChatPerson.makeCrowd(using: &generator)
        _ = try await RegistrationRun(count: 1, crowd: name).tokens(self, progress)
        return ChatPerson(0, of: name).name
    }
}
