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
  /// - **Failure**: a fatal error, with the prefix, the failure, and the place of the call.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameters:
  ///   - prefix: What the message begins with.
  ///   - file: The file that the message names.
  ///   - line: The line that the message names.
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
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// A failure stops the program.
    public typealias Failure = Never

    /// The publisher that must not fail.
    public let upstream: Upstream

    /// What the message begins with.
    public let prefix: String

    /// The file that the message names.
    public let file: StaticString

    /// The line that the message names.
    public let line: UInt

    /// Makes a publisher that stops the program if another fails.
    ///
    /// - Parameters:
    ///   - upstream: The publisher that must not fail.
    ///   - prefix: What the message begins with.
    ///   - file: The file that the message names.
    ///   - line: The line that the message names.
    @inlinable
    public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    /// Attaches `subscriber`.
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

/// Stops the program at a failure that should not have come.
@usableFromInline
func stop(at error: some Error, prefix: String, file: StaticString, line: UInt) -> Never {
  fatalError(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
}
