extension CheckReport {
    /// Changes the findings, for example to what a team decided about them; the tallies follow.
    public mutating func revise(_ change: ([Finding]) -> [Finding]) {
        let revised = change(findings)
        findings = []
        for index in operations.indices { operations[index].findings = [:] }
        add(revised)
    }
}
