import Foundation

extension URLSession {
    /// Asks for items, some at a time, and checks each answer.
    func ask(_ count: Int, atOnce width: Int, url: @escaping @Sendable (Int) -> String) async throws {
        try await withThrowingTaskGroup { group in
            for worker in 0..<width {
                group.addTask {
                    for number in stride(from: worker, to: count, by: width) {
                        guard let url = URL(string: url(number)) else { throw URLError(.badURL) }
                        let body = try await self.data(for: URLRequest(url: url)).0
                        guard body.count == 1024 else { throw URLError(.cannotParseResponse) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
