internal import StreamCore

/// What a consumer knows of its requests for messages. Pure: no lock, no call to anybody.
///
/// A request for some messages is fulfilled bit by bit, or ended by a word of the server, or forgotten by it. The sum
/// of what is asked for never exceeds what downstream has asked for and has not got.
struct PullState {
  /// A request to be made.
  struct Request: Equatable {
    let number: Int
    let count: Int
  }

  private struct Open {
    let number: Int
    var remaining: Int
  }

  private let maximumFetch: Int

  /// A server lets each consumer have only so many.
  private let maximumRequests = 16

  /// Demand that has not been met by a message; below zero if the server sent more than was asked for.
  private var wanted = 0
  private var isUnlimited = false
  private var requests: [Open] = []
  private var lastNumber = 0

  init(maximumFetch: Int) {
    self.maximumFetch = maximumFetch
  }

  /// The number of messages asked for and not arrived.
  private(set) var asked = 0

  mutating func want(_ demand: Subscribers.Demand) {
    guard let count = demand.max else { return isUnlimited = true }
    let (sum, overflows) = wanted.addingReportingOverflow(count)
    wanted = overflows ? .max : sum
  }

  /// Whether there is something to ask for. Small amounts wait until the larger part of what was asked for has arrived:
  /// a request for each message would cost more than the message.
  var shouldAsk: Bool {
    let missing = missing
    return missing > 0 && requests.count < maximumRequests && (missing >= asked || missing >= maximumFetch / 2)
  }

  private var missing: Int { (isUnlimited ? maximumFetch : min(wanted, maximumFetch)) - asked }

  /// - Returns: The request to be made, if there is something to ask for.
  mutating func nextRequest() -> Request? {
    guard shouldAsk else { return nil }
    lastNumber += 1
    let count = missing
    requests.append(Open(number: lastNumber, remaining: count))
    asked += count
    return Request(number: lastNumber, count: count)
  }

  /// A message has arrived: the server fulfils requests in order.
  mutating func received() {
    if !isUnlimited { wanted -= 1 }
    guard !requests.isEmpty else { return }
    requests[0].remaining -= 1
    asked -= 1
    if requests[0].remaining == 0 { requests.removeFirst() }
  }

  /// Whether a request has not ended.
  func isOpen(_ number: Int) -> Bool { requests.contains { $0.number == number } }

  /// A request has ended: what it did not bring may be asked for again.
  ///
  /// - Returns: Whether it was open.
  @discardableResult
  mutating func ended(_ number: Int) -> Bool {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return false }
    asked -= requests.remove(at: index).remaining
    return true
  }

  /// The connection or the consumer is another: no request is open.
  mutating func forgetRequests() {
    requests = []
    asked = 0
  }
}
