// Combine's operators, declared by a client as generally as the toolkit declares them. With both files of uses it is
// one module, alone the library that an app of these imports: .ci/extras.
import Streams

extension Publisher {
  public func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> ClientMark { ClientMark() }

  public func compactMap<T>(_ transform: @escaping @Sendable (Output) -> T?) -> ClientMark { ClientMark() }

  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
  ) -> ClientMark { ClientMark() }

  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
  ) -> ClientMark { ClientMark() }

  public func flatMap<T>(_ transform: @escaping @Sendable (Output) -> Just<T>) -> ClientMark { ClientMark() }
}
