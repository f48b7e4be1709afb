import Media

extension Target {
    /// What is read of a voice message that a program has made of a stranger's recording.
    static let voice = Target(name: "voice", seeds: { VoiceSeeds.all }) { input in
        let input = input.chooses(0) ? input.steering(VoiceSeeds.summed(input.bytes)) : input
        let read = Oracle.sameInEverySplit(input) { [Reading($0)] }
        guard case .stored(let file, let milliseconds)? = read.first else { return }
        Oracle.require(milliseconds > 0, "it plays \(milliseconds) ms")
        let again = Reading([file[...]])
        Oracle.require(again == read.first, "stored, it is read otherwise: \(again)")
    }
}

private enum Reading: Equatable {
    case stored([UInt8], milliseconds: Int)
    /// Of several flaws another may be found first where the bytes come in other pieces.
    case refused

    init(_ pieces: [ArraySlice<UInt8>]) {
        var (reader, file) = (OpusReader(), [UInt8]())
        do throws(AudioFlaw) {
            for piece in pieces { file += try reader.append(piece) }
            self = .stored(file, milliseconds: try reader.finish())
        } catch {
            self = .refused
        }
    }
}
