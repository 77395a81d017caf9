/// One change of one value in a body.
struct Mutation: Sendable {
    let mutation: MutationOperator
    /// Which of the changes of its kind it is, where the contract may notice one and not the other.
    let detail: String
    let splice: Splice

    init(_ mutation: MutationOperator, _ splice: Splice, detail: String = "") {
        self.mutation = mutation
        self.splice = splice
        self.detail = detail
    }

    init(_ mutation: MutationOperator, _ text: String, detail: String = "") {
        self.init(mutation, .replace(Array(text.utf8)), detail: detail)
    }
}
