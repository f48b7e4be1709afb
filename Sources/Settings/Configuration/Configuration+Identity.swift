package import Outbound

extension Configuration {
    /// An issuer of outside identities, whose word is good for who somebody is.
    public struct Identity: Equatable, Sendable {
        /// What clients call it: `^[a-z][a-z0-9_]{0,19}$`. Stored, so never change it.
        public var name: String
        /// What its tokens have as `iss`, letter by letter.
        public var issuer: String
        /// By which name it knows this server: `aud`.
        public var clientID: String
        /// Where its public keys are: a file, or an `https` URL.
        public var keys: String
        /// PEM file of the authorities that vouch for the URL; empty means those of the system.
        public var authorities = ""

        /// An entry; it is checked with the whole configuration.
        public init(name: String, issuer: String, clientID: String, keys: String) {
            self.name = name
            self.issuer = issuer
            self.clientID = clientID
            self.keys = keys
        }

        static let countMax = 16
        static let textRange = 1...500
        /// Whether the keys are fetched.
        package var fetchesKeys: Bool { keys.hasPrefix("https://") }
        /// The administrator has chosen the URL: it may be one inside.
        package var outboundTerms: OutboundTerms { OutboundTerms(allowsPrivate: true) }
        /// Whether the keys could ever be fetched.
        var isAskable: Bool { (try? outboundTerms.check(url: keys)) != nil }
    }

    var identityProblems: [(String, String)] {
        var problems: [(String, String)] = []
        /// `got` is nil for what is not shown: there may be a password in a URL.
        func require(_ holds: Bool, _ key: String, _ expected: String, _ got: String?) {
            let got = got.map { ", got \($0)" } ?? ""
            if !holds { problems.append((key, "expected \(expected)\(got)")) }
        }
        require(
            identities.count <= Identity.countMax, "identities",
            "at most \(Identity.countMax) entries", "\(identities.count)")
        var seen: Set<String> = []
        for (index, identity) in identities.enumerated() {
            let key = "identities[\(index)]"
            require(
                Activity.isName(identity.name), "\(key).name",
                "a name like home_2 of at most 20 characters", identity.name.debugDescription)
            require(
                seen.insert(identity.name).inserted, "\(key).name",
                "a name of its own", identity.name.debugDescription)
            for (name, value) in [
                ("issuer", identity.issuer), ("clientID", identity.clientID),
                ("keys", identity.keys), ("authorities", identity.authorities),
            ] {
                let range = name == "authorities" ? 0...500 : Identity.textRange
                let isShown = name != "keys" || value.isEmpty
                require(
                    value.isPlain(in: range), "\(key).\(name)",
                    "text of \(range.lowerBound) to \(range.upperBound) characters",
                    isShown ? value.debugDescription : nil)
            }
            require(
                !identity.keys.contains("://") || identity.fetchesKeys, "\(key).keys",
                "a file, or an https:// URL", nil)
            require(
                !identity.fetchesKeys || identity.isAskable, "\(key).keys",
                "an https:// URL of a host, without password and blanks", nil)
        }
        return problems
    }

    static let identitiesExample = """

        # Issuers of OpenID Connect with whose ID tokens people may sign in; only a file can set it
        # (restart; files with keys are read again upon SIGHUP).
        # name: what clients call it and what is stored, so never change it.
        # issuer: what its tokens have as `iss`, letter by letter. Stored with each identity: with
        #   another one under its name, those of before open no account.
        # clientID: by which name it knows this server, `aud`.
        # keys: its public keys, a JSON Web Key Set: a file, or an https URL.
        # authorities: PEM file of the authorities that vouch for the URL; without it, the system's.
        #   - name: example
        #     issuer: https://id.example.org
        #     clientID: upfor
        #     keys: https://id.example.org/jwks.json
        identities: []

        """
}
