import StreamCore

/// Upstream, or a child, of `expand`.
@usableFromInline
struct ExpandSource {
  @usableFromInline let epoch: Int
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether a requested element has not arrived yet.
  @usableFromInline var isAsked = false

  @usableFromInline
  init(epoch: Int) {
    self.epoch = epoch
  }

  /// Whether an element can be requested from it.
  @usableFromInline var isIdle: Bool { upstream.isActive && !isAsked }

  /// Marks an element as requested.
  ///
  /// - Returns: Its subscription.
  @usableFromInline
  mutating func ask() -> SubscriptionObject? {
    isAsked = true
    return upstream.subscription
  }
}

/// The children of `expand` that have not ended, in the order of their epochs.
///
/// One bit for each child, 64 in a word, says whether an element can be requested from it: so the first and the last of
/// thousands are found in a few nanoseconds. The place of a child that has ended stays empty until half of the places
/// are empty.
@usableFromInline
struct ExpandChildren {
  private var places: ContiguousArray<ExpandSource> = []

  /// One bit for each place: whether its child can be asked.
  private var idle: [UInt64] = []
  @usableFromInline private(set) var count = 0
  private var idleCount = 0

  @usableFromInline
  init() {}

  @usableFromInline var isEmpty: Bool { count == 0 }

  /// Whether all of them can be asked.
  @usableFromInline var areIdle: Bool { idleCount == count }

  /// The place of the first that can be asked.
  @usableFromInline var firstIdle: Int? {
    guard idleCount > 0, let word = idle.firstIndex(where: { $0 != 0 }) else { return nil }
    return word * 64 + idle[word].trailingZeroBitCount
  }

  /// The place of the last that can be asked.
  @usableFromInline var lastIdle: Int? {
    guard idleCount > 0, let word = idle.lastIndex(where: { $0 != 0 }) else { return nil }
    return word * 64 + 63 - idle[word].leadingZeroBitCount
  }

  /// Their subscriptions.
  @usableFromInline var subscriptions: [SubscriptionObject] { states.compactMap(\.subscription) }

  @usableFromInline var states: [UpstreamState] {
    places.lazy.map(\.upstream).filter { $0.phase != .terminated }
  }

  /// The place of the child with an epoch, if it has not ended.
  @usableFromInline
  func place(of epoch: Int) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].epoch < epoch { low = middle + 1 } else { high = middle }
    }
    guard low < places.count, places[low].epoch == epoch, places[low].upstream.phase != .terminated else { return nil }
    return low
  }

  @usableFromInline
  subscript(place: Int) -> ExpandSource { places[place] }

  /// Adds a child whose epoch is greater than those before.
  @usableFromInline
  mutating func append(_ child: ExpandSource) {
    if places.count == idle.count * 64 { idle.append(0) }
    places.append(child)
    count += 1
    noteIdle(places.count - 1)
  }

  /// Changes a child.
  @usableFromInline
  mutating func update<Result>(_ place: Int, _ body: (inout ExpandSource) -> Result) -> Result {
    defer { noteIdle(place) }
    return body(&places[place])
  }

  /// Removes a child that has ended.
  ///
  /// - Returns: Its subscription.
  @usableFromInline
  mutating func remove(_ place: Int) -> SubscriptionObject? {
    let ended = update(place) { child in
      defer { child.upstream = .terminated }
      return child.upstream.terminate()
    }
    count -= 1
    if places.count > 64, count < places.count / 2 { compact() }
    return ended
  }

  private mutating func noteIdle(_ place: Int) {
    let isIdle = places[place].isIdle
    guard isIdle != idle[bit: place] else { return }
    idle[bit: place] = isIdle
    idleCount += isIdle ? 1 : -1
  }

  private mutating func compact() {
    var compacted = Self()
    for child in places where child.upstream.phase != .terminated { compacted.append(child) }
    self = compacted
  }
}

extension [UInt64] {
  fileprivate subscript(bit place: Int) -> Bool {
    get { self[place / 64] & 1 << UInt64(place % 64) != 0 }
    set {
      if newValue {
        self[place / 64] |= 1 << UInt64(place % 64)
      } else {
        self[place / 64] &= ~(1 << UInt64(place % 64))
      }
    }
  }
}
