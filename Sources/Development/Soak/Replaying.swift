import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Plays a recording of its own to an app that asks what every other app asks.
struct Replaying: SoakScenario {
    let ledger: SoakStats

    func run(_ mark: String, using generator: inout SoakRandom) async throws {
        let questions = (0..<12).map { SoakCase.random($0, mark: mark, using: &generator) }
        let player = Player(
            archive: Archive(questions.flatMap(\.interactions)), name: "soak/\(mark)",
            options: Player.Options(exhausted: .fail))
        let door = URLSessionInterceptor(player)
        let asking = SoakClient(door.configuration())
        defer {
            asking.close()
            door.close()
        }
        let asked = questions.shuffled(using: &generator).map { question in
            (question, TaskKind.making(question.request.method).randomElement(using: &generator))
        }
        await withTaskGroup { group in
            for case (let question, let kind?) in asked {
                group.addTask { await ask(question, kind, asking, mark) }
            }
        }
        let summary = try player.finish(.succeeded)
        if !summary.unused.isEmpty || !summary.misses.isEmpty {
            ledger.noteWrong("replay \(mark): \(summary.unused.count) unused, misses \(summary.misses)")
        }
    }

    private func ask(_ question: SoakCase, _ kind: TaskKind, _ asking: SoakClient, _ mark: String) async {
        let what = "replay \(mark), \(kind), \(question.request.method) \(question.request.url)"
        let seen = await ledger.follow(what) { await asking.seen(question.request, kind) }
        ledger.note(seen, expected: question.expected, what)
    }
}
