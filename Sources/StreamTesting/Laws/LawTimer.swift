internal import StreamCore
internal import StreamSchedulers

/// Delivers an element each second, and a second after the last one, `nil`. Scheduled work keeps it until then.
final class LawTimer: Sendable {
  // The scheduler keeps the work, and the work this timer.
  private weak let scheduler: LawScheduler?
  private let unsent: Box<ArraySlice<Int?>>
  private let deliver: @Sendable (Int?) -> Void

  init(on scheduler: LawScheduler, elements: [Int], _ deliver: @escaping @Sendable (Int?) -> Void) {
    self.scheduler = scheduler
    unsent = Box((elements.map(Optional.some) + [nil])[...])
    self.deliver = deliver
  }

  func start() {
    guard let scheduler else { return }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { [self] in
      // A scheduler with a fault may run the work again after the end.
      guard let next = unsent.update({ $0.popFirst() }) else { return }
      deliver(next)
      if next != nil { start() }
    }
  }
}
