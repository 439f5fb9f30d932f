public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// Apple's Foundation already declares members of these names, which return Combine's publisher: another pair would make
// each call ambiguous. There, use the initializer of the publisher below. The condition names the platform and not the
// module Combine, because elsewhere a package may provide a module of that name.
#if !canImport(Darwin)
  extension URLSession {
    /// Combine's name for the publisher.
    public typealias DataTaskPublisher = Publishers.DataTaskPublisher

    /// Fetches the content of a URL, once for each subscriber.
    ///
    ///     request       --!
    ///     downstream    --------(r|)
    ///
    /// - **Demand**: the task starts at the first request for values of any size; nothing is buffered.
    /// - **Completion**: finishes after the one value. Any response is a value: an HTTP status of 404 or 500 is no
    ///   failure.
    /// - **Failure**: the `URLError` of a task without a complete response.
    /// - **Threads**: delivers where the session calls back: on its delegate queue, which is not the main thread unless
    ///   the session was created so.
    ///
    /// - Parameter url: The URL to fetch.
    /// - Returns: A publisher of the data and its response.
    /// - Complexity: O(*n*) memory, where *n* is the length of the body.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
      dataTaskPublisher(for: URLRequest(url: url))
    }

    /// Sends a request, once for each subscriber.
    ///
    ///     request       --!
    ///     downstream    --------(r|)
    ///
    /// - **Demand**: the task starts at the first request for values of any size; nothing is buffered.
    /// - **Completion**: finishes after the one value. Any response is a value: an HTTP status of 404 or 500 is no
    ///   failure.
    /// - **Failure**: the `URLError` of a task without a complete response.
    /// - **Threads**: delivers where the session calls back: on its delegate queue, which is not the main thread unless
    ///   the session was created so.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: A publisher of the data and its response.
    /// - Complexity: O(*n*) memory, where *n* is the length of the body.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
      DataTaskPublisher(request: request, session: self)
    }
  }
#endif

/// A publisher that runs a data task of a URL session for each subscriber, and delivers its result.
///
/// Cancelling a subscription cancels its task; on Linux, that is done on the session's delegate queue, ahead of pending
/// operations. There, a redirect to another scheme, host or port goes without `Authorization`, `Proxy-Authorization`
/// and `Cookie`, as Fetch has it, and a challenge (401) without a credential is a response whose body is lost, unless
/// the session has a delegate that answers it. Where Apple's SDK leaves the name free, this is
/// `URLSession.DataTaskPublisher`.
public struct URLSessionDataTaskPublisher: Publisher, ReleasingPublisher, Sendable {
  /// The fetched data, empty if there was none, and its response.
  public typealias Output = (data: Data, response: URLResponse)

  /// The failure of a task; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  /// The request that each task sends.
  public let request: URLRequest

  /// The session that runs the tasks.
  public let session: URLSession

  /// Creates a publisher of a request's result.
  ///
  /// - Parameters:
  ///   - request: The request that each task sends.
  ///   - session: Runs the tasks. It must not have been invalidated when a subscriber requests the value.
  public init(request: URLRequest, session: URLSession) {
    self.request = request
    self.session = session
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let exchange = Exchange(session: session) { [session, request] in
      session.dataTask(with: request, completionHandler: $0)
    }
    let subscription = ExchangeSubscription(
      "DataTaskPublisher", exchange: exchange, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

extension PublisherNames {
  /// ``URLSessionDataTaskPublisher``, under a short name that a client's own type overrides.
  public typealias DataTaskPublisher = URLSessionDataTaskPublisher
}
