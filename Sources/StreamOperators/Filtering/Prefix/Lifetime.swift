public import StreamCore
private import StreamParts

/// A lifetime that ends once, when its token ends it: `prefix(during:)` then finishes streams.
///
///     final class Screen {
///       private let (lifetime, token) = Lifetime.make()
///       func show(_ names: some Publisher<String, Never>) {
///         names.prefix(during: lifetime).sink { … }.store(in: &streams)
///       }
///     }
///
/// Several objects and any number of streams may share a lifetime. It retains each stream only until that stream ends.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamFiltering.Lifetime`.
public final class Lifetime: Sendable {
  @usableFromInline let signal = Broadcaster<Never, Never>("Lifetime")

  private init() {}

  /// Creates a lifetime, and the token that ends it.
  ///
  /// - Returns: The lifetime, and the token for the object whose lifetime it is.
  public static func make() -> (lifetime: Lifetime, token: Token) {
    let lifetime = Lifetime()
    return (lifetime, Token(lifetime))
  }

  /// Whether it has ended.
  public var hasEnded: Bool { signal.end != nil }

  /// Ends a lifetime, when ``end()`` is called or when it is released.
  public final class Token: Sendable {
    private let lifetime: Lifetime

    fileprivate init(_ lifetime: Lifetime) {
      self.lifetime = lifetime
    }

    deinit {
      end()
    }

    /// Ends the lifetime: before it returns, it finishes the streams that are bound to it and cancels their upstreams.
    /// A stream that is delivering on another thread at that moment finishes after that delivery. Later calls have no
    /// effect.
    public func end() {
      lifetime.signal.send(completion: .finished)
    }
  }
}
