public import StreamCore
public import StreamParts

/// Cuts the elements of upstream into chunks, as a closure decides, and delivers what remains at the finish.
@usableFromInline
struct ChunkInner<Input, Downstream: Subscriber>: BeginningInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: SerialDelivery<ChunkPolicy<Downstream.Input, Failure>, Downstream>
  @usableFromInline let take: (Input) -> Downstream.Input?
  @usableFromInline let takeRest: () -> Downstream.Input?

  /// - Parameters:
  ///   - description: The description of the stage: its operator's name.
  ///   - downstream: The receiver of the chunks.
  ///   - take: Takes an element, and returns the chunk that it completes, if any.
  ///   - takeRest: Returns the elements taken since the last chunk, if there are any.
  @inlinable
  init(
    _ description: String, to downstream: Downstream, take: @escaping (Input) -> Downstream.Input?,
    takeRest: @escaping () -> Downstream.Input?
  ) {
    delivery = SerialDelivery(description, ChunkPolicy(), to: downstream)
    self.take = take
    self.takeRest = takeRest
  }

  @inlinable var origin: UpstreamKey { .outer }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard delivery.isOuterActive else { return .none }
    // The demand for a chunk stays outstanding until one is complete.
    guard let chunk = take(input) else { return .max(1) }
    return delivery.receive(chunk, from: origin) {
      DropHook.report(DropReport(operatorName: description, reason: .beyondDemand))
    } overflow: {
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if case .finished = completion, delivery.isOuterActive, let rest = takeRest() {
      _ = delivery.receive(contentsOf: CollectionOfOne(rest), from: origin, completion: completion)
    } else {
      delivery.receive(completion: completion, from: origin)
    }
  }
}

/// The elements since the last chunk. It is of the delivering thread alone.
@usableFromInline
struct OpenChunk<Element> {
  @usableFromInline let maxLength: Int
  @usableFromInline var elements: [Element] = []

  @inlinable
  init(maxLength: Int) {
    self.maxLength = maxLength
  }

  /// Adds an element.
  ///
  /// - Returns: The chunk, if it has its greatest length now.
  @inlinable
  mutating func append(_ element: Element) -> [Element]? {
    elements.append(element)
    return elements.count < maxLength ? nil : take()
  }

  /// Removes the elements.
  ///
  /// - Returns: The elements; `nil` if there are none.
  @inlinable
  mutating func take() -> [Element]? {
    guard !elements.isEmpty else { return nil }
    defer { elements = [] }
    return elements
  }

  /// Removes the elements, and opens a chunk with one that does not belong to them.
  @inlinable
  mutating func cut(before element: Element) -> [Element] {
    defer { elements = [element] }
    return elements
  }
}
