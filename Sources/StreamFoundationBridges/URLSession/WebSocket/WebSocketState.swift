package import StreamCore

/// The state of a WebSocket's subscription. Pure: no lock, no outside call.
///
/// One message is received at a time, and only with demand. A transition that drops something returns it, so that
/// nothing is released under the lock.
package struct WebSocketState<Downstream, Task, Operation> {
  private enum Connection {
    case none

    /// The task is being created; operations are queued.
    case starting

    case open(Task)
  }

  private enum Reception {
    case none

    /// The task has been asked for a message.
    case awaited

    /// Downstream is receiving a message.
    case delivering
  }

  /// The next action for downstream.
  package enum Action {
    case wait

    /// Create a task, and then call `connect(_:)` until it returns anything but `perform`.
    case connect

    /// Ask the task for a message.
    case receive(Task)

    /// The stream has been closed on this side: complete the downstream in the former state, and release it.
    case finish(WebSocketState)
  }

  /// What to do with an operation.
  package enum OperationAction {
    /// Nothing can be sent any more.
    case refused

    case wait

    /// It is queued for a task, which must be created.
    case connect

    case perform(Task)
  }

  /// What to do with a new task.
  package enum ConnectAction {
    /// Perform a queued operation; there may be more.
    case perform(Operation)

    case next(Action)

    /// Downstream has cancelled: cancel the task.
    case unwanted
  }

  /// The receiver of the messages, until the end.
  package private(set) var downstream: Downstream?

  /// The outstanding demand.
  package private(set) var demand = Subscribers.Demand.none

  /// The operations queued for the task.
  package private(set) var waiting = Queue<Operation>()

  /// Whether it has been closed on this side, which makes the end a regular one.
  package private(set) var isClosing = false

  private var handover = Handover()
  private var connection = Connection.none
  private var reception = Reception.none

  package init(downstream: Downstream) {
    self.downstream = downstream
  }

  /// The task, once created.
  package var task: Task? {
    if case .open(let task) = connection { task } else { nil }
  }

  /// Whether it has ended, by completion or by cancel.
  package var isEnded: Bool { downstream == nil }
}

extension WebSocketState {
  /// Ends the handover; nothing is received before.
  package mutating func endHandover() -> Action {
    demand(handover.end())
  }

  /// Records a request for messages.
  package mutating func demand(_ demand: Subscribers.Demand) -> Action {
    guard !isEnded, !handover.withhold(demand) else { return .wait }
    self.demand += demand
    return nextAction()
  }

  /// Records an operation: something to send, or a close.
  package mutating func operate(_ operation: Operation, isClose: Bool = false) -> OperationAction {
    guard !isEnded, !isClosing else { return .refused }
    isClosing = isClose
    switch connection {
    case .none:
      // Nothing to close.
      if isClose { return .wait }
      waiting.append(operation)
      connection = .starting
      return .connect
    case .starting:
      waiting.append(operation)
      return .wait
    case .open(let task):
      return .perform(task)
    }
  }

  /// Records the created task; must be called until there are no more operations to perform.
  package mutating func connect(_ task: Task) -> ConnectAction {
    guard !isEnded else { return .unwanted }
    if let operation = waiting.popFirst() { return .perform(operation) }
    connection = .open(task)
    return .next(nextAction())
  }

  /// Records a message.
  ///
  /// - Returns: Its receiver, if it is still wanted; after the delivery, ``delivered(_:)`` must be called.
  package mutating func message() -> Downstream? {
    guard let downstream, reception == .awaited else { return nil }
    reception = .delivering
    demand -= 1
    return downstream
  }

  /// Records a delivery and its additional demand.
  package mutating func delivered(_ demand: Subscribers.Demand) -> Action {
    guard !isEnded else { return .wait }
    reception = .none
    self.demand += demand
    return nextAction()
  }

  /// Returns the next action; must be called when a close has been performed.
  package mutating func nextAction() -> Action {
    guard !isEnded, handover.isOver else { return .wait }
    // While the task is being created, its creator asks for the next action, when the queued operations are performed.
    if case .starting = connection { return .wait }
    // A close waits for a message that is being delivered: the completion must not overlap with it (rule 3).
    if isClosing, reception != .delivering, let former = end() { return .finish(former) }
    guard !isClosing, reception == .none, demand != .none else { return .wait }
    guard case .open(let task) = connection else {
      connection = .starting
      return .connect
    }
    reception = .awaited
    return .receive(task)
  }

  /// Ends the stream, by completion or by cancel.
  ///
  /// - Returns: The former state, to be completed and released; `nil` if it had ended before.
  package mutating func end() -> WebSocketState? {
    guard !isEnded else { return nil }
    let former = self
    downstream = nil
    demand = .none
    waiting = Queue()
    connection = .none
    reception = .none
    return former
  }
}
