public import StreamCore

// The result is known when the operator is called, so these forms compute the outcome there and return a type that
// holds it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.
//
// There is no `ignoreOutput()` that returns an `Empty`, as Combine has: it would lose a failure (rule 9).

extension Result.Publisher {
  /// Like ``StreamCore/Publisher/replaceEmpty(with:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceEmpty(with output: Success) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/first()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func first() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/last()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func last() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/removeDuplicates(by:)``, and returns this publisher without a call of `predicate`.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates(by predicate: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/tryRemoveDuplicates(by:)->Publishers.TryRemoveDuplicates<Self>``, and returns a
  /// `Result.Publisher`.
  ///
  /// `predicate` runs once, at the call, with the value as both arguments: only what it throws matters.
  @_disfavoredOverload
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(
      Result<Success, any Error> {
        let output = try result.get()
        _ = try predicate(output, output)
        return output
      })
  }
}

extension Result.Publisher where Success: Equatable {
  /// Like ``StreamCore/Publisher/removeDuplicates()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates() -> Result<Success, Failure>.Publisher {
    self
  }
}
