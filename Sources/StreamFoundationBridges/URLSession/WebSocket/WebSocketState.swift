package import StreamCore

/// What the subscription of a WebSocket knows. Pure: no lock, and no call to anybody.
///
/// One message is received at a time, and only while there is demand. A transition that drops something returns it, so
/// that nothing is released under the lock that guards the state.
package struct WebSocketState<Downstream, Task, Operation> {
  private enum Connection {
    case none

    /// The task is being made; operations wait.
    case starting

    case open(Task)
  }

  private enum Reception {
    case none

    /// The task has been asked for a message.
    case awaited

    /// Downstream is being handed a message.
    case delivering
  }

  /// What is to be done next for downstream.
  package enum Step {
    case wait

    /// A task is to be made, then `connect(_:)` to be called until it says otherwise.
    case connect

    /// The task is to be asked for a message.
    case receive(Task)

    /// It has been closed on this side: what is in the former state is to be told, and released.
    case finish(WebSocketState)
  }

  /// What is to be done with an operation.
  package enum Placement {
    /// Nothing more is sent.
    case refused

    case wait

    /// It waits for a task, which is to be made.
    case connect

    case perform(Task)
  }

  /// What is to be done with a new task.
  package enum Progress {
    /// An operation that waited is to be performed; there may be more.
    case perform(Operation)

    case next(Step)

    /// Downstream has cancelled: the task is to be cancelled.
    case unwanted
  }

  /// Who receives the messages, until the end.
  package private(set) var downstream: Downstream?

  /// What has been asked for and has not been received.
  package private(set) var demand = Subscribers.Demand.none

  /// The operations that wait for the task.
  package private(set) var waiting = Queue<Operation>()

  /// Whether it is closed on this side, so that the end is a regular one.
  package private(set) var isClosing = false

  private var isAttached = false
  private var connection = Connection.none
  private var reception = Reception.none

  package init(downstream: Downstream) {
    self.downstream = downstream
  }

  /// The task, once it is made.
  package var task: Task? {
    if case .open(let task) = connection { task } else { nil }
  }

  /// Whether it is over, by completion or by cancel.
  package var isEnded: Bool { downstream == nil }
}

extension WebSocketState {
  /// Notes that downstream has its subscription; nothing is received before, so that signals never overlap.
  package mutating func attach() -> Step {
    isAttached = true
    return step()
  }

  /// Takes a request for messages.
  package mutating func demand(_ demand: Subscribers.Demand) -> Step {
    guard !isEnded else { return .wait }
    self.demand += demand
    return step()
  }

  /// Takes an operation: something to send, or a close.
  package mutating func operate(_ operation: Operation, isClose: Bool = false) -> Placement {
    guard !isEnded, !isClosing else { return .refused }
    isClosing = isClose
    switch connection {
    case .none:
      // There is nothing to close.
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

  /// Takes the task that was made; to be called until there is no more to perform.
  package mutating func connect(_ task: Task) -> Progress {
    guard !isEnded else { return .unwanted }
    if let operation = waiting.popFirst() { return .perform(operation) }
    connection = .open(task)
    return .next(step())
  }

  /// Takes a message.
  ///
  /// - Returns: Who is to receive it, if it is wanted still; then ``delivered(_:)`` is to be called.
  package mutating func message() -> Downstream? {
    guard let downstream, reception == .awaited else { return nil }
    reception = .delivering
    demand -= 1
    return downstream
  }

  /// Notes that downstream has its message, and wants more.
  package mutating func delivered(_ demand: Subscribers.Demand) -> Step {
    guard !isEnded else { return .wait }
    reception = .none
    self.demand += demand
    return step()
  }

  /// Says what is next; to be called when a close has been performed.
  package mutating func step() -> Step {
    guard !isEnded, isAttached else { return .wait }
    if case .starting = connection { return .wait }
    if isClosing, reception != .delivering, let former = end() { return .finish(former) }
    guard !isClosing, reception == .none, demand != .none else { return .wait }
    guard case .open(let task) = connection else {
      connection = .starting
      return .connect
    }
    reception = .awaited
    return .receive(task)
  }

  /// Ends it, by completion or by cancel.
  ///
  /// - Returns: The state until now, to be told and released; `nil` if it had ended before.
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
