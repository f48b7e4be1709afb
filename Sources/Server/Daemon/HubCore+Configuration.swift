import Accounts
import Friends

extension HubCore {
    /// A hub as this configuration wants it, which asks the store of this product's features.
    ///
    /// - Parameters:
    ///   - loopCount: how many loops there are, from 0 on.
    ///   - log: what happens is noted there.
    ///   - commands: what becomes of commands is counted there.
    package init(
        _ configuration: Configuration, loopCount: Int, log: any EventRecorder,
        commands: CommandMeter = CommandMeter()
    ) {
        self.init(
            HubTerms(configuration), relations: StoredRelations(),
            attendance: StoredAttendance(tokens: TokenTerms(configuration)),
            loopCount: loopCount, log: log, commands: commands)
    }
}
