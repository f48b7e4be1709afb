import Features
package import Kernel

extension Configuration {
    /// How often users, devices and addresses may do what; 0 is as often as they like.
    @dynamicMemberLookup
    public struct Rates: Equatable, Sendable {
        /// Whether there are such limits at all.
        public var enabled = true
        /// By the names of their settings.
        package var values = SettingValues(of: Rate.all.flatMap(\.settings))

        /// A limit by the last name of its setting: `messagesPerMinute`. Another is a bug.
        public subscript(dynamicMember name: String) -> Int {
            get { values[integer: "rates.\(name)"] }
            set { values[integer: "rates.\(name)"] = newValue }
        }
    }
}
