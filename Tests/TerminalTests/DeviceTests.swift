import Testing

@testable import Terminal

@Suite struct `A device` {
    private let chosen = ["UPFOR_DEVICE": "laptop"]

    @Test func `is called as its user says, else as before`() {
        #expect(Device.name(chosen: "phone", kept: "old", environment: chosen) == "phone")
        #expect(Device.name(chosen: nil, kept: "old", environment: chosen) == "laptop")
        #expect(Device.name(chosen: "", kept: "old", environment: ["UPFOR_DEVICE": ""]) == "old")
    }

    @Test func `whose name nobody chose has one that no other has`() {
        let names = (0..<8).map { _ in Device.name(chosen: nil, kept: nil, environment: [:]) }
        #expect(Set(names).count == names.count, "the same host, and yet other devices")
        #expect(names.allSatisfy { (6...64).contains($0.count) })
    }
}
