/// Counts of the recent past, in ten slots of equal length. Pure: the time is passed in.
///
/// The slots move on in steps, so that a count is forgotten after nine to ten lengths of a slot. Memory is fixed.
struct TimeWindow<Time: Strideable, Counts: AdditiveArithmetic> {
  private static var slotCount: Int { 10 }

  private let slot: Time.Stride

  /// The counts, that of the newest slot at `newest`.
  private var slots = Array(repeating: Counts.zero, count: slotCount)
  private var newest = 0

  /// When the newest slot ends; `nil` until something has been counted.
  private var end: Time?

  /// The sum of all slots.
  private(set) var total = Counts.zero

  /// - Parameter slot: The length of a slot: a tenth of the window, and more than zero.
  init(slot: Time.Stride) {
    self.slot = slot
  }

  /// Forgets what is too old. A clock that has gone back changes nothing.
  mutating func move(to now: Time) {
    // On the clock of an immediate scheduler all strides are zero: no time passes.
    guard slot > .zero else { return }
    guard var end else {
      self.end = now.advanced(by: slot)
      return
    }
    // After the length of the window, nothing is left; slots need not be stepped through.
    for _ in 0..<Self.slotCount where end <= now {
      newest = (newest + 1) % Self.slotCount
      total -= slots[newest]
      slots[newest] = .zero
      end = end.advanced(by: slot)
    }
    self.end = end <= now ? now.advanced(by: slot) : end
  }

  /// Adds to the newest slot.
  mutating func add(_ counts: Counts) {
    slots[newest] += counts
    total += counts
  }
}
