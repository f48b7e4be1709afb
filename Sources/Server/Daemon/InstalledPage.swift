import APIDescription
import Accounts
import Gateway
import HTTP
import Media
import Observability
import Rooms
import Settings

/// The page that the settings name, or else the one that was installed with the program.
struct InstalledPage {
    private let configuration: Configuration
    private let hasPush: Bool
    private let program: String?

    /// - Parameters:
    ///   - hasPush: whether devices that are away can be notified.
    ///   - program: the path of the program that it was installed with.
    init(
        _ configuration: Configuration, hasPush: Bool, program: String? = ProcessSetup.program
    ) {
        (self.configuration, self.hasPush, self.program) = (configuration, hasPush, program)
    }

    /// Reads all of it; nothing where there is no folder, which the event log says.
    ///
    /// - Parameter router: what else is served.
    /// - Throws: when something in the folder cannot be served.
    func files(
        besides router: Router<some Sendable>, _ log: any EventRecorder
    ) throws(StartFailure) -> PageFiles {
        let named = configuration.page.folder
        guard !configuration.page.isOff,
            let path = named.isEmpty ? ProgramPath.installed("page", with: program) : named
        else { return .none }
        do throws(StartFailure) {
            guard let folder = try PageFolder(path) else {
                log.write(.pageMissing, .path(path))
                return .none
            }
            let files = try PageFiles(try folder.files(), terms: terms.document, policy)
            if let taken = files.path(takenIn: router) {
                throw StartFailure(
                    "\(taken) is no place for a file: something else is served there")
            }
            return files
        } catch {
            throw StartFailure("page.folder: \(error.description)")
        }
    }

    var policy: PagePolicy {
        var origins: [String] = []
        for origin in configuration.identities.compactMap({ Origins.origin(of: $0.issuer) })
        where !origins.contains(origin) {
            origins.append(origin)
        }
        let (listen, tls) = (configuration.listen, configuration.tls)
        return PagePolicy(
            issuers: origins, tiles: Origins.origin(of: configuration.page.tiles),
            isHostsSite: tls.isOn && tls.port == 443 && listen.plain == .never)
    }

    /// What the page must know before the user has logged in.
    var terms: JSON {
        let issuers = configuration.identities.map { identity -> JSON in
            [
                "name": .string(identity.name), "address": .string(identity.issuer),
                "clientId": .string(identity.clientID),
            ]
        }
        var members: [(name: String, value: JSON)] = [
            ("fileBytes", .number(Int64(RoomTerms(configuration.features).fileBytesMax))),
            ("issuers", .array(issuers)), ("links", .bool(configuration.links.previews)),
            ("mail", .bool(configuration.mail.isOn)),
            ("push", .bool(hasPush)),
            ("registration", .string(RegistrationGate.mode(configuration.features).rawValue)),
            ("version", .string(Version.text)),
            ("voice", .bool(MediaPrograms.installed().missing.isEmpty)),
        ]
        let domain = AccountsFeature.passkeyDomain(of: configuration.pageOrigins)
        for (name, text) in [
            ("passkeys", domain ?? ""), ("tiles", configuration.page.tiles),
            ("tilesCredit", configuration.page.tilesCredit),
        ] where !text.isEmpty {
            members.append((name, .string(text)))
        }
        return .object(members)
    }
}
