import Glibc
import Wire

extension SubjectServer {
    /// `upford serve` on data that a population is in already.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
    static func serve(
        _ program: String, _ population: Population, in folder: String, _ progress: Progress
    ) async throws(LoadFailure) -> SubjectServer {
        let model = try await makeModel(program, in: folder, progress)
        let now = Int64(time(nil)) * 1000
        try PopulationData(population: population, model: model, now: now)
            .write(to: SQLiteFile("\(folder)/store/upfor.sqlite"), progress)
        return try serve(program, data: folder)
    }

    /// The schema, and an account to copy: by a server that has ended when this returns.
    private static func makeModel(
        _ program: String, in folder: String, _ progress: Progress
    ) async throws(LoadFailure) -> String {
        let server = try serve(program, data: folder)
        var generator = SystemRandomNumberGenerator()
        let name = ChatPerson.makeCrowd(using: &generator)
        let crowd = try ChatCrowd(
            2, named: name, ChatMember.Manner(format: .json, inFlight: 1, characters: 64),
            to: Target(server), progress)
        try await crowd.signIn()
        await crowd.dismiss()
        return ChatPerson(0, of: name).name
    }
}
