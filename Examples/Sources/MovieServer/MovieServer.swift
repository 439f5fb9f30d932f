import FlyingFox
import FlyingSocks

/// A web server on a free port of the loopback interface, with a small catalogue of films.
///
/// It listens from ``start(_:)`` until ``stop()``. It can be configured to be slow and unreliable, to demonstrate
/// clients' error handling.
public final class MovieServer: Sendable {
  /// How a server behaves.
  public struct Configuration: Sendable {
    /// The number of requests that fail before the first success. They fail in rotation with status 500, with a
    /// connection dropped during the response, and with truncated JSON.
    public var failingRequests: Int

    /// Whether a request fails, by its number from 0 on, besides the first ones.
    public var isFailing: @Sendable (_ request: Int) -> Bool

    /// The delay of every response.
    public var delay: Duration

    /// Called with the path of each request on arrival, before the delay.
    public var onRequest: @Sendable (String) -> Void

    /// By default, a server that responds immediately and reliably.
    public init(
      failingRequests: Int = 0, isFailing: @escaping @Sendable (_ request: Int) -> Bool = { _ in false },
      delay: Duration = .zero, onRequest: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.failingRequests = failingRequests
      self.isFailing = isFailing
      self.delay = delay
      self.onRequest = onRequest
    }
  }

  /// The failure to start a server.
  public struct StartError: Error, CustomStringConvertible {
    /// The reason, for display.
    public let description: String
  }

  /// The address of the catalogue, without a slash at its end.
  public let baseURL: String

  private let server: HTTPServer
  private let serving: Task<Void, any Error>
  private let ledger: RequestLedger

  /// The number of requests received.
  public var requestCount: Int { ledger.requestCount }

  /// The largest number of concurrent poster requests.
  public var peakOfPosterRequests: Int { ledger.peakOfPosters }

  private init(baseURL: String, server: HTTPServer, serving: Task<Void, any Error>, ledger: RequestLedger) {
    self.baseURL = baseURL
    self.server = server
    self.serving = serving
    self.ledger = ledger
  }

  /// Starts a server, and returns when it listens.
  public static func start(_ configuration: Configuration = Configuration()) async throws -> MovieServer {
    let ledger = RequestLedger(failingRequests: configuration.failingRequests, isFailing: configuration.isFailing)
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0),
      // FlyingFox answers with status 500 in place of a handler that takes longer than this.
      timeout: 15 + configuration.delay / .seconds(1),
      logger: .disabled,
      handler: CatalogueHandler(ledger: ledger, configuration: configuration))
    let serving = Task { try await server.run() }
    do {
      // On a busy machine a task may have to wait for longer than the five seconds that are the default.
      try await server.waitUntilListening(timeout: 60)
      guard case .ip4(let host, let port)? = await server.listeningAddress else {
        throw StartError(description: "the server has no address")
      }
      return MovieServer(baseURL: "http://\(host):\(port)", server: server, serving: serving, ledger: ledger)
    } catch {
      serving.cancel()
      throw error
    }
  }

  /// Stops listening, cancels delayed responses, and returns when all connections are closed.
  public func stop() async {
    await server.stop()
    serving.cancel()
    _ = await serving.result
  }
}
