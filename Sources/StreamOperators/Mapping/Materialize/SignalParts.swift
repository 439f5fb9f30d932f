public import StreamCore
public import StreamParts

extension Publisher where Output: SignalConvertible {
  /// Delivers the values of a stream of signals, without the completion.
  ///
  ///     upstream      --1--2--#
  ///     materialize().inputs()
  ///     downstream    --1--2--|
  ///
  /// Together with `failures()`, it splits the signals of `materialize().share()`.
  ///
  /// - **Demand**: passed upstream, with one more for each signal that is not a value.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the values.
  @_disfavoredOverload
  @inlinable
  public func inputs() -> Publishers.CompactMap<Self, Output.Input> {
    Publishers.CompactMap(upstream: self, transform: SignalParts<Output>().input)
  }

  /// Delivers the values of a stream of signals: `inputs()` under its name in CombineExt.
  ///
  ///     upstream      --1--2--#
  ///     materialize().values()
  ///     downstream    --1--2--|
  ///
  /// - **Demand**: passed upstream, with one more for each signal that is not a value.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the values.
  @_disfavoredOverload
  @inlinable
  public func values() -> Publishers.CompactMap<Self, Output.Input> {
    inputs()
  }

  /// Delivers the failures of a stream of signals.
  ///
  ///     upstream      --1--2--#
  ///     materialize().failures()
  ///     downstream    --------(A|)
  ///     A = #
  ///
  /// - **Demand**: passed upstream, with one more for each signal that is not a failure.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the failures.
  @_disfavoredOverload
  @inlinable
  public func failures() -> Publishers.CompactMap<Self, Output.Failure> {
    Publishers.CompactMap(upstream: self, transform: SignalParts<Output>().failure)
  }
}

/// Methods instead of closures, which would capture the generic type.
@usableFromInline
struct SignalParts<Element: SignalConvertible>: Sendable {
  @inlinable init() {}

  @inlinable
  @Sendable
  func input(of element: Element) -> Element.Input? {
    if case .input(let input) = element.signal { input } else { nil }
  }

  @inlinable
  @Sendable
  func failure(of element: Element) -> Element.Failure? {
    if case .completion(.failure(let failure)) = element.signal { failure } else { nil }
  }
}
