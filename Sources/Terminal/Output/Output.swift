import SwiftProtobuf
import Wire

/// What the program says: sentences and tables for people, or one JSON object per line.
struct Output: Sendable {
    /// For whom.
    enum Form: Sendable {
        case words(Wording)
        case json
    }

    let form: Form
    let printer: any Printer

    /// An answer of the server: what was asked for.
    func answer(_ body: ServerMessage.OneOf_Body) {
        switch form {
        case .words(let wording): printer.data(wording.answer(body))
        case .json: printer.data([JSONLine.text(ServerMessage(body))])
        }
    }

    /// An answer that says no more than "done": a sentence for people.
    func done(_ body: ServerMessage.OneOf_Body, _ sentence: String) {
        switch form {
        case .words: printer.talk([sentence])
        case .json: printer.data([JSONLine.text(ServerMessage(body))])
        }
    }

    /// Something that happened: of the inbox with its place there, or ephemeral without.
    func event(
        _ body: ServerMessage.OneOf_Body, seq: UInt32? = nil, at: Google_Protobuf_Timestamp? = nil
    ) {
        switch form {
        case .words(let wording): printer.data(wording.event(body, at: at))
        case .json:
            var message = ServerMessage(body)
            if let seq { message.seq = seq }
            if let at { message.at = at }
            printer.data([JSONLine.text(message)])
        }
    }

    /// A remark for people; nothing for scripts.
    func remark(_ sentence: String) {
        if case .words(let wording) = form { printer.talk([wording.palette.dim(sentence)]) }
    }

    /// Why something did not work; for a script as the server said it, with its code.
    func failure(_ failure: Failure) {
        if case .json = form { Self.json(failure, on: printer) }
        printer.talk(["upfor: \(failure.line)"])
    }

    /// A refusal as the server said it.
    static func json(_ failure: Failure, on printer: any Printer) {
        guard case .refused(let error) = failure else { return }
        printer.data([JSONLine.text(ServerMessage(.error(error)))])
    }

    /// The same for a window that has this many columns now.
    func fitted(to columns: Int) -> Output {
        guard case .words(var wording) = form else { return self }
        wording.width = columns
        return Output(form: .words(wording), printer: printer)
    }

    /// How this computer's people read times, names and colours; plain for scripts.
    var wording: Wording? {
        if case .words(let wording) = form { wording } else { nil }
    }
}
