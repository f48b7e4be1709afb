import Glibc

extension Double {
    /// The number with so many digits behind the point.
    func digits(_ count: Int) -> String {
        guard isFinite, magnitude < 1e15 else { return "-" }
        let scale = pow(10, Double(count))
        let scaled = Int64((magnitude * scale).rounded())
        let whole = scaled / Int64(scale)
        let sign = self < 0 && scaled != 0 ? "-" : ""
        guard count > 0 else { return "\(sign)\(whole)" }
        let rest = String(scaled % Int64(scale))
        let zeros = String(repeating: "0", count: count - rest.count)
        return "\(sign)\(whole).\(zeros)\(rest)"
    }
}

extension Double? {
    /// The number; a dash where none is known.
    func digits(_ count: Int) -> String { map { $0.digits(count) } ?? "-" }
}
