public import StreamCore

extension Publisher {
  /// Prints a line for each signal.
  ///
  ///     upstream      --1--2--|
  ///     print("numbers")
  ///     downstream    --1--2--|      numbers: receive value: (1), …
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = [1, 2].publisher
  ///   .print("numbers")
  ///   .sink { _ in }
  /// ```
  ///
  /// Use it to see demand, elements and the end while you look for a fault. It shows what passes this place in the
  /// pipeline. To see why nothing arrives, put it above and below the suspected operator, with different prefixes.
  ///
  /// - **Demand**: passed upstream unchanged. The demand that `receive(_:)` returns is printed too, unless it is none.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: prints on the thread of the signal, whole lines, never under a lock. A line that arrives while
  ///   `stream` writes another is queued, and written by that thread.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of each line, followed by a colon and a space unless it is empty.
  ///   - stream: The stream to print to; `nil` for standard output.
  /// - Returns: A publisher of the same elements.
  /// - Complexity: O(*n*) memory, where *n* is the number of lines that wait for `stream`: O(1) without one.
  @inlinable
  @preconcurrency
  public func print(
    _ prefix: String = "", to stream: (any TextOutputStream & Sendable)? = nil
  ) -> Publishers.Print<Self> {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// A publisher that prints a line for each signal.
  @frozen
  public struct Print<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The prefix of each line.
    public let prefix: String

    /// The stream to print to; `nil` for standard output.
    public let stream: (any TextOutputStream & Sendable)?

    /// The publisher whose signals are printed.
    public let upstream: Upstream

    /// Creates a publisher that prints a line for each signal.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose signals are printed.
    ///   - prefix: The prefix of each line, followed by a colon and a space unless it is empty.
    ///   - stream: The stream to print to; `nil` for standard output.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream & Sendable)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let printer = LinePrinter(prefix: prefix.isEmpty ? "" : "\(prefix): ", stream: stream)
      var observer = Observer<Output, Failure>()
      observer.receiveSubscription = { printer.print("receive subscription: (\($0))") }
      observer.receiveOutput = { printer.print("receive value: (\($0))") }
      observer.receiveCompletion = { completion in
        switch completion {
        case .finished: printer.print("receive finished")
        case .failure(let error): printer.print("receive error: (\(error))")
        }
      }
      observer.receiveCancel = { printer.print("receive cancel") }
      observer.receiveRequest = { printer.print("request \(Self.text(of: $0))") }
      observer.receiveReturnedDemand = { printer.print("request \(Self.text(of: $0)) (synchronous)") }
      upstream.subscribe(ObservingInner("Print", to: subscriber, observesLater: false, observer: observer))
    }

    @usableFromInline
    static func text(of demand: Subscribers.Demand) -> String {
      demand.max.map { "max: (\($0))" } ?? "unlimited"
    }
  }
}

extension Publishers.Print: Sendable where Upstream: Sendable {}
