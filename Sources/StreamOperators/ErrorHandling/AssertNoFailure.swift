public import StreamCore

extension Publisher {
  /// Stops the program if the publisher fails.
  ///
  ///     upstream      --1--2--|
  ///     assertNoFailure()
  ///     downstream    --1--2--|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: a fatal error, whose message has the prefix, the failure, and the place of the call.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the message.
  ///   - file: The file to name in the message.
  ///   - line: The line to name in the message.
  /// - Returns: A publisher that cannot fail.
  @inlinable
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  /// A publisher that stops the program if another fails.
  @frozen
  public struct AssertNoFailure<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output

    /// A failure stops the program.
    public typealias Failure = Never

    /// The publisher that must not fail.
    public let upstream: Upstream

    /// The prefix of the message.
    public let prefix: String

    /// The file to name in the message.
    public let file: StaticString

    /// The line to name in the message.
    public let line: UInt

    /// Creates a publisher that stops the program if another fails.
    ///
    /// - Parameters:
    ///   - upstream: The publisher that must not fail.
    ///   - prefix: The prefix of the message.
    ///   - file: The file to name in the message.
    ///   - line: The line to name in the message.
    @inlinable
    public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
      upstream.subscribe(
        FailureMappingInner<Upstream.Failure, S>(downstream: subscriber, description: "AssertNoFailure") {
          [prefix, file, line] error in
          stop(at: error, prefix: prefix, file: file, line: line)
        })
    }
  }
}

extension Publishers.AssertNoFailure: Sendable where Upstream: Sendable {}

/// Stops the program with a message that names the failure.
@usableFromInline
func stop(at error: some Error, prefix: String, file: StaticString, line: UInt) -> Never {
  fatalError(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
}
