/// A FIFO queue.
@frozen
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var elements: ContiguousArray<Element?> = []
  @usableFromInline var head = 0

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { head == elements.count }

  /// The oldest value.
  @inlinable package var first: Element? { head < elements.count ? elements[head] : nil }

  @inlinable package var count: Int { elements.count - head }

  /// The value with `offset` others before it.
  @inlinable package subscript(offset: Int) -> Element? { elements[head + offset] }

  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Replaces the newest value, and returns it.
  @inlinable
  package mutating func replaceLast(by element: Element) -> Element? {
    guard !isEmpty else { return nil }
    var replaced: Element? = element
    swap(&replaced, &elements[elements.count - 1])
    return replaced
  }

  /// Removes the oldest value. The free space before it is compacted once it exceeds half of the storage.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    // The only one, as in a queue that is emptied as often as it is filled.
    if elements.count == 1 { return elements.removeLast() }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      // A backlog gives its memory back.
      elements.removeAll(keepingCapacity: elements.capacity <= 1_024)
      head = 0
    } else if head > 64, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
