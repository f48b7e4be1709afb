/// One feature of the product: what it declares before there is a server, and what it adds to one.
public protocol Feature: Sendable {
    /// What it is called in the settings: "partners".
    static var name: String { get }
    /// The limits that only it needs; commands of others may count against them, too.
    static var rates: [Rate] { get }
    /// What an operator may set.
    static var settings: [Setting] { get }
    /// Whether an operator may switch it off (`features.<name>`): then nobody can use its commands.
    /// Only for one of which nothing comes by itself; what it has stored stays.
    static var isOptional: Bool { get }

    /// Adds its commands, events, tables and chores.
    func install(in catalog: inout Catalog)
}

extension Feature {
    /// None of its own.
    public static var rates: [Rate] { [] }
    /// None.
    public static var settings: [Setting] { [] }
    /// It belongs to every server.
    public static var isOptional: Bool { false }

    /// Whether it is switched on; nil for one that always is.
    public static var toggle: Setting? {
        guard isOptional else { return nil }
        return Setting(
            "features.\(name)", .boolean(true),
            "Whether the feature \(name) is on. When it is off, its stored data stay.")
    }
}

/// A feature that needs nothing of others to be made, only its settings.
public protocol PlainFeature: Feature {
    /// - Parameter settings: what they are; asked each time, for those that another value counts
    ///   for while the server runs.
    init(_ settings: @escaping @Sendable () -> SettingValues)
}
