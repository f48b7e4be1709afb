import Glibc

extension SubjectServer {
    /// `upford serve` on data that a population is in already.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
    static func serve(
        _ program: String, _ population: Population, in folder: String, _ progress: Progress
    ) async throws(LoadFailure) -> SubjectServer {
        // It has ended when the model is there.
        let model = try await serve(program, data: folder).makeModel(progress)
        let now = Int64(time(nil)) * 1000
        try PopulationData(population: population, model: model, now: now)
            .write(to: SQLiteFile("\(folder)/store/upfor.sqlite"), progress)
        return try serve(program, data: folder)
    }

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
