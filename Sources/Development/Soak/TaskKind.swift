/// What a task does and how its end is seen.
struct TaskKind: Sendable, CustomStringConvertible {
    enum Work: String, CaseIterable { case data, upload, download }
    enum Form: String, CaseIterable { case async, handler, delegate }

    let work: Work
    let form: Form

    static let all = Work.allCases.flatMap { work in Form.allCases.map { TaskKind(work: work, form: $0) } }

    /// The kinds that can make a request: only uploads have a body here.
    static func making(_ method: String) -> [TaskKind] {
        all.filter { ($0.work == .upload) == (method == "POST") }
    }

    var description: String { "\(work.rawValue) \(form.rawValue)" }
}
