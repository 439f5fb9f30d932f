/// The elements of `collect(weight:maxWeight:)` that have not been delivered: those of the open batch, and those of the
/// complete one before it.
@usableFromInline
struct WeightBatches<Element> {
  @usableFromInline let maxWeight: Int

  /// A complete batch. The open one began with the element for which it had no room.
  @usableFromInline var closed: [Element]?

  @usableFromInline var open: [Element] = []

  /// The weight that still fits into the open batch. The weights are not added up, so no sum overflows.
  @usableFromInline var remainingWeight: Int

  /// Whether the open batch is to be delivered as it is: it is full, its time is over, or no element follows.
  @usableFromInline var isDue = false

  @inlinable
  init(maxWeight: Int) {
    self.maxWeight = maxWeight
    remainingWeight = maxWeight
  }

  @inlinable var hasBatch: Bool { closed != nil || isDue && !open.isEmpty }

  @inlinable var isEmpty: Bool { closed == nil && open.isEmpty }

  /// Adds an element, while no batch is closed. One over the limit is a batch of its own.
  ///
  /// - Returns: Whether it opens a batch.
  @inlinable
  mutating func add(_ element: Element, weight: Int) -> Bool {
    if weight > remainingWeight, !open.isEmpty { closed = takeOpen() }
    open.append(element)
    remainingWeight -= min(weight, remainingWeight)
    if remainingWeight == 0 { isDue = true }
    return open.count == 1
  }

  /// Removes the oldest batch that is complete.
  @inlinable
  mutating func take() -> [Element]? {
    if let closed = closed.take() { return closed }
    return isDue && !open.isEmpty ? takeOpen() : nil
  }

  @inlinable
  mutating func takeOpen() -> [Element] {
    defer { (open, remainingWeight, isDue) = ([], maxWeight, false) }
    return open
  }
}
