import ArgumentParser
import Wire

/// Lists the devices that are signed in, or signs one out.
struct DevicesCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the devices you are signed in on, or sign one out.",
        discussion: """
            Examples:
              upfor devices
              upfor devices --revoke "lost phone"
            """)

    @Option(
        help: ArgumentHelp("Sign this device out: it can do nothing any more.", valueName: "name"))
    var revoke: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        guard let revoke else { return try await session.show(.deviceList(DeviceList())) }
        var command = DeviceRevoke()
        command.device = revoke
        try await session.tell(.deviceRevoke(command), "\(revoke) is signed out")
    }
}
