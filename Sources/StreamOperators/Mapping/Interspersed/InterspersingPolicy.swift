public import StreamCore
public import StreamParts

/// The rules of `interspersed`: it requests as many elements as the demand covers, including the separators before
/// them.
@usableFromInline
struct InterspersingPolicy<Element, Failure: Error>: SingleUpstreamPolicy {
  @usableFromInline let count: Int
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// The number of elements that may still arrive; ignored if demand is unlimited.
  @usableFromInline var requestedCount = 0
  @usableFromInline var isUnlimited = false

  /// The number of elements that arrive before the next separator.
  @usableFromInline var takenUntilSeparator: Int

  /// The number of elements that are requested before the one that the next separator precedes.
  @usableFromInline var requestedUntilSeparator: Int

  /// The demand that the requested elements do not use up. It is -1 if the separator of the last element uses up the
  /// last demand, so that this element will be held.
  @usableFromInline var credit = 0

  @inlinable
  init(every count: Int) {
    self.count = count
    (takenUntilSeparator, requestedUntilSeparator) = (count, count)
  }

  /// What happens to an element.
  @usableFromInline
  enum Arrival {
    case alone, separated
    /// The element was not requested.
    case unrequested
    /// Upstream has ended.
    case ignored
  }

  @inlinable
  mutating func take() -> Arrival {
    guard upstream.isActive else { return .ignored }
    guard isUnlimited || requestedCount > 0 else { return .unrequested }
    if !isUnlimited { requestedCount -= 1 }
    if takenUntilSeparator > 0 {
      takenUntilSeparator -= 1
      return .alone
    }
    takenUntilSeparator = count - 1
    return .separated
  }

  /// Takes more demand.
  ///
  /// - Returns: What to request from upstream.
  @usableFromInline
  mutating func request(_ more: Subscribers.Demand) -> Subscribers.Demand {
    guard !isUnlimited, more != .none else { return .none }
    guard let limit = more.max else {
      isUnlimited = true
      return .unlimited
    }
    let sum = credit.addingReportingOverflow(limit)
    credit = sum.overflow ? .max : sum.partialValue
    let requested = takeUpCredit()
    let total = requestedCount.addingReportingOverflow(requested)
    requestedCount = total.overflow ? .max : total.partialValue
    return .max(requested)
  }

  /// - Returns: The number of elements that the demand covers, including their separators. The last separator may use
  ///   the demand up.
  @inlinable
  mutating func takeUpCredit() -> Int {
    guard credit > 0 else { return 0 }
    if credit <= requestedUntilSeparator {
      requestedUntilSeparator -= credit
      defer { credit = 0 }
      return credit
    }
    var requested = requestedUntilSeparator
    credit -= requestedUntilSeparator
    // Groups of a separator and `count` elements.
    if count < .max {
      requested += credit / (count + 1) * count
      credit %= count + 1
    }
    requestedUntilSeparator = 0
    guard credit > 0 else { return requested }
    // The separator, its element, and those after it.
    requested += 1
    requestedUntilSeparator = count - 1
    credit -= 2
    if credit > 0 {
      requested += credit
      requestedUntilSeparator -= credit
      credit = 0
    }
    return requested
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    UpstreamRequests(request(event.more))
  }
}
