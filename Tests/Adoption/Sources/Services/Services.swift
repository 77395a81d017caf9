import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A client of a weather service, as an app has it: it takes a session.
public struct WeatherService {
    /// The temperature at a place.
    public struct Reading: Decodable, Sendable {
        /// The temperature in degrees Celsius.
        public let celsius: Double
    }

    private let session: URLSession

    /// Creates a client.
    public init(session: URLSession) { self.session = session }

    /// Returns the temperature in a city.
    public func reading(of city: String) async throws -> Reading {
        let url = URL(string: "https://weather.example/v1/now?city=\(city)")
        guard let url else { throw URLError(.badURL) }
        let (data, _) = try await session.data(from: url)
        return try JSONDecoder().decode(Reading.self, from: data)
    }
}
