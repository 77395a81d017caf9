import Foundation
import VerbatimHAR

extension ProtocolLoad {
    /// LoadingEvent, and how many seconds after the head it is due.
    private typealias Due = (news: LoadingEvent, time: Double)

    /// Tells an outcome as its pieces arrived; false when it is to be told at once.
    func play(_ news: LoadingEvent, _ context: TaskContext) -> Bool {
        guard let factor = context.pace.factor, case .outcome(let outcome, let url) = news,
            let response = outcome.response, let last = response.chunks.last
        else { return false }
        guard context.takesPieces, let pieces = try? Self.pieces(of: response) else {
            play([(news, last.time * factor / 1000)], from: .now())
            return true
        }
        let schedule = [(.head(response, url), 0)] + pieces + [(.end(outcome.failure, url), last.time)]
        play(schedule.map { ($0.news, $0.time * factor / 1000) }[...], from: .now())
        return true
    }

    /// One after the other, so that none overtakes another that is due at the same time.
    private func play(_ schedule: ArraySlice<Due>, from start: DispatchTime) {
        guard let next = schedule.first, isWaiting else { return }
        DispatchQueue.global().asyncAfter(deadline: start + next.time) {
            self.arrive(next.news)
            self.play(schedule.dropFirst(), from: start)
        }
    }

    /// Cuts a body where it was cut when it arrived; the times are milliseconds.
    private static func pieces(of response: HTTPResponse) throws -> [Due] {
        let body = try response.body.bytes()
        var rest = body[...]
        let pieces = response.chunks.map { chunk -> Due in
            let piece = rest.prefix(max(0, chunk.length))
            rest = rest.dropFirst(piece.count)
            return (.piece(Data(piece)), chunk.time)
        }
        return rest.isEmpty ? pieces : pieces + [(.piece(Data(rest)), response.chunks.last?.time ?? 0)]
    }
}
