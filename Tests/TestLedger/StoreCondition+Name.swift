package import Storage

extension StoreCondition {
    /// In one word.
    package var name: String {
        switch self {
        case .writable: "writable"
        case .full: "full"
        case .unreachable: "unreachable"
        case .broken: "broken"
        }
    }
}
