public import StreamCore
public import StreamParts

/// Takes elements to the open window, and opens and closes windows. Only one thread at a time uses it: the one that
/// receives the signals of upstream, or of upstream and the boundary.
@usableFromInline
struct WindowCutter<Element, Downstream: Subscriber>
where Downstream.Input == WindowPublisher<Element, Downstream.Failure> {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let hub: InletHub<Element, Downstream>

  /// The greatest number of elements of a window.
  @usableFromInline let size: Int

  /// Whether a window opens with its first element, or when the one before closes.
  @usableFromInline let opensWithElement: Bool

  @usableFromInline let state = SerialState<(inlet: Inlet<Element, Failure>?, count: Int)>((nil, 0))

  @inlinable
  init(_ hub: InletHub<Element, Downstream>, size: Int, opensWithElement: Bool) {
    self.hub = hub
    self.size = size
    self.opensWithElement = opensWithElement
  }

  /// Takes an element to the open window, and calls `willClose` if that is full.
  ///
  /// - Returns: Whether the window has closed with it.
  @inlinable
  func take(_ element: Element, willClose: () -> Void = {}) -> Bool {
    guard let inlet = state.value.inlet else {
      if opensWithElement { return open(with: element) }
      hub.leaveOut()
      return false
    }
    if hub.offer(element, to: inlet) {
      drop()
      return false
    }
    return count(willClose)
  }

  @inlinable
  func open(with element: Element) -> Bool {
    guard hub.hasRoom else {
      drop()
      return false
    }
    guard let (inlet, port) = hub.open("Window") else {
      hub.leaveOut()
      return false
    }
    state.value = (inlet, 0)
    _ = hub.offer(element, to: inlet)
    hub.giveOut(WindowPublisher(port))
    return count()
  }

  @inlinable
  func count(_ willClose: () -> Void = {}) -> Bool {
    state.value.count += 1
    guard state.value.count >= size else { return false }
    willClose()
    return cut()
  }

  /// Opens a window without elements, if downstream wants one.
  @inlinable
  func open() {
    guard let (inlet, port) = hub.open("Window") else { return state.value = (nil, 0) }
    state.value = (inlet, 0)
    hub.giveOut(WindowPublisher(port))
  }

  /// Closes the open window, if there is one. It goes on instead if the next would find too many waiting for
  /// downstream's demand.
  ///
  /// - Returns: Whether it is closed.
  @inlinable
  func cut() -> Bool {
    guard opensWithElement || hub.hasRoomForInlet else { return false }
    close(.finished)
    if !opensWithElement { open() }
    return true
  }

  @inlinable
  func close(_ completion: Subscribers.Completion<Failure>) {
    let closed = state.value.inlet
    state.value = (nil, 0)
    if let closed { hub.close(closed, completion) }
  }

  /// Handles a dropped element: reports it, or fails the stream, as the policy demands.
  @inlinable
  func drop() {
    guard let makeFailure = hub.bounds.makeFailure else { return hub.bounds.reportDrop() }
    complete(.failure(makeFailure()), cancels: true)
  }

  /// Ends the stream: upstream has completed, or must be cancelled.
  @inlinable
  func complete(_ completion: Subscribers.Completion<Failure>, cancels: Bool = false) {
    guard hub.terminate(cancels: cancels) else { return }
    close(completion)
    hub.complete(completion)
  }
}
