// Combine's operators, declared by a client as exactly as the toolkit declares them for elements of known types, all of
// them: .ci/extras compares. With Uses.swift it is one module, alone the library that an app of Uses.swift imports.
import Streams

extension Publisher where Output == Int {
  public func map<T>(_ transform: @escaping @Sendable (Int) -> T) -> ClientMark { ClientMark() }

  public func compactMap<T>(_ transform: @escaping @Sendable (Int) -> T?) -> ClientMark { ClientMark() }

  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Int) -> T
  ) -> ClientMark { ClientMark() }

  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Int) -> T
  ) -> ClientMark { ClientMark() }

  public func flatMap<T>(_ transform: @escaping @Sendable (Int) -> Just<T>) -> ClientMark { ClientMark() }
}

extension Publisher where Output == Double {
  public func map<T>(_ transform: @escaping @Sendable (Double) -> T) -> ClientMark { ClientMark() }

  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Double) -> T
  ) -> ClientMark { ClientMark() }

  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Double) -> T
  ) -> ClientMark { ClientMark() }
}

extension Publisher where Output == String {
  public func map<T>(_ transform: @escaping @Sendable (String) -> T) -> ClientMark { ClientMark() }

  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, String) -> T
  ) -> ClientMark { ClientMark() }

  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, String) -> T
  ) -> ClientMark { ClientMark() }
}
