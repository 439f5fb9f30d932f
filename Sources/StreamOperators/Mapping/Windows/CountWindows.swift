public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers windows of successive elements, which overlap if the step is smaller than the window.
  ///
  ///     upstream      --1--2--3--4--5--6--|
  ///     windows(ofCount: 3, step: 2)
  ///     downstream    --------A-----B-----|
  ///     A = [1, 2, 3], B = [3, 4, 5]
  ///
  /// The first window is delivered with its last element, each later one after `step` more. A window that is incomplete
  /// at the end is dropped; `collect` keeps it.
  ///
  /// - **Demand**: passed upstream, with one more for each element that completes no window.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameters:
  ///   - size: The number of elements of a window: one or more. Anything else traps. At most `size` elements are kept.
  ///   - step: The number of elements from the start of one window to the start of the next: one or more. Anything else
  ///     traps. If it exceeds `size`, the elements between two windows are dropped.
  /// - Returns: A publisher of arrays of `size` elements.
  /// - Complexity: O(`size`) memory, and for each window.
  @_disfavoredOverload
  @inlinable
  public func windows(ofCount size: Int, step: Int = 1) -> Publishers.CountWindows<Self> {
    Publishers.CountWindows(upstream: self, size: size, step: step)
  }

  /// Delivers windows of successive elements, each starting one element after the previous one.
  ///
  ///     upstream      --1--2--3--4--|
  ///     nwise(3)
  ///     downstream    --------A--B--|
  ///     A = [1, 2, 3], B = [2, 3, 4]
  ///
  /// Another name of ``windows(ofCount:step:)`` with a step of one.
  ///
  /// - **Demand**: passed upstream, with one more for each element that completes no window.
  /// - **Completion**: passed on unchanged; a window that is incomplete is dropped.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter size: The number of elements of a window: one or more. Anything else traps.
  /// - Returns: A publisher of arrays of `size` elements.
  /// - Complexity: O(`size`) memory, and for each window.
  @_disfavoredOverload
  @inlinable
  public func nwise(_ size: Int) -> Publishers.CountWindows<Self> {
    windows(ofCount: size)
  }
}

/// A publisher that delivers windows of successive elements of another.
@frozen
public struct CountWindowsPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// The elements of a window.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are delivered in windows.
  public let upstream: Upstream

  /// The number of elements of a window.
  public let size: Int

  /// The number of elements from the start of one window to the start of the next.
  public let step: Int

  /// Creates a publisher that delivers windows of successive elements of another.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are delivered in windows.
  ///   - size: The number of elements of a window: one or more. Anything else traps.
  ///   - step: The number of elements from the start of one window to the start of the next: one or more. Anything else
  ///     traps.
  @inlinable
  public init(upstream: Upstream, size: Int, step: Int) {
    precondition(size > 0, "A window has one element or more: \(size)")
    precondition(step > 0, "The next window begins one element later, or more: \(step)")
    self.upstream = upstream
    self.size = size
    self.step = step
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let window = SerialState(CountWindow<Upstream.Output>(size: size, step: step))
    upstream.subscribe(StatefulInner("CountWindows", to: subscriber) { window.value.add($0) })
  }
}

extension PublisherNames {
  /// ``CountWindowsPublisher``, under a short name that a client's own type overrides.
  public typealias CountWindows<Upstream: Publisher> = CountWindowsPublisher<Upstream>
}

extension CountWindowsPublisher: Equatable where Upstream: Equatable {}

extension CountWindowsPublisher: Sendable where Upstream: Sendable {}

/// The elements since the beginning of a window.
@usableFromInline
struct CountWindow<Element> {
  @usableFromInline let size: Int
  @usableFromInline let step: Int
  @usableFromInline var elements: [Element] = []

  /// The number of elements until the next window begins.
  @usableFromInline var skipped = 0

  @inlinable
  init(size: Int, step: Int) {
    self.size = size
    self.step = step
  }

  /// Adds an element.
  ///
  /// - Returns: The window that it completes.
  @inlinable
  mutating func add(_ element: Element) -> [Element]? {
    guard skipped == 0 else {
      skipped -= 1
      return nil
    }
    elements.append(element)
    guard elements.count == size else { return nil }
    let window = elements
    if step < size {
      elements.removeFirst(step)
    } else {
      elements = []
      skipped = step - size
    }
    return window
  }
}
