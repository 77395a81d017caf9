import APIContract

/// Where a value that changes the contract was met first, and how often after that.
struct Witness {
    let found: String
    let place: FilePlace?
    var others = -1
}
