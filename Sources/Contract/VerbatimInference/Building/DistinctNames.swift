/// Names that differ from each other, and not only in capital letters.
struct DistinctNames {
    /// The names that were taken, in small letters.
    private var taken: Set<String>
    /// The next number after each name that was taken.
    private var numbers: [String: Int] = [:]

    init(besides taken: Set<String>) {
        self.taken = Set(taken.map { $0.lowercased() })
    }

    /// Takes the first of some names that is free; nil if all are taken.
    mutating func takeFree(_ names: [String]) -> String? {
        names.first { taken.insert($0.lowercased()).inserted }
    }

    /// Takes the first of some names that is free, or the first with a number.
    mutating func take(_ names: [String]) -> String {
        if let free = takeFree(names) { return free }
        let name = names.first ?? ""
        var number = numbers[name, default: 2]
        while !taken.insert("\(name)\(number)".lowercased()).inserted { number += 1 }
        numbers[name] = number + 1
        return "\(name)\(number)"
    }
}
