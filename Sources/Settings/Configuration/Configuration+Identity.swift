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

        package static let countMax = 16
        package static let textRange = 1...500
        /// Whether the keys are fetched.
        package var fetchesKeys: Bool { keys.hasPrefix("https://") }
        /// The administrator has chosen the URL: it may be one inside.
        package var outboundTerms: OutboundTerms { OutboundTerms(allowsPrivate: true) }
        /// Whether the keys could ever be fetched.
        package var isAskable: Bool { (try? outboundTerms.check(url: keys)) != nil }
    }
}
