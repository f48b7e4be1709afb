extension ErrorCode {
    /// The code as the schema and JSON spell it: `NOT_FRIENDS`.
    public var wireName: String {
        if case .UNRECOGNIZED(let number) = self { return String(number) }
        return String(describing: self).reduce(into: "") { name, character in
            if character.isUppercase { name.append("_") }
            name += character.uppercased()
        }
    }
}
