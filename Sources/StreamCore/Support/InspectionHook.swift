public import Synchronization

/// Sees each edge of all pipelines while it is installed: that of `StreamInspection`.
@usableFromInline
package protocol EdgeInspector: AnyObject, Sendable {
  /// Attaches a subscriber to a publisher, and sees what passes between them.
  func attach<P: Publisher, S: Subscriber>(_ subscriber: S, to publisher: P)
  where S.Input == P.Output, S.Failure == P.Failure

  /// Finds the line that subscribed to the pipeline of a subscription; without one, of what the thread delivers. The
  /// result looks it up, which takes long. `count` is added to what has been dropped there.
  func line(of subscription: AnyObject?, dropping count: Int) -> (@Sendable () -> String?)?
}

/// An inspector that installs itself if the environment asks for it. It is found by its name: nothing refers to it.
package protocol InspectorAtLaunch {
  static func install(wanting patterns: String)
}

@usableFromInline
package enum InspectionHook {
  @usableFromInline
  enum Phase: UInt8, AtomicRepresentable, Sendable {
    /// No one has subscribed yet, so the environment has not been looked at.
    case new
    case off, on
  }

  @usableFromInline static let phase = Atomic(Phase.new)
  private static let inspector = Locked<(any EdgeInspector)?>(nil)

  /// Whether edges must be attached by the inspector. A subscription reads it, and nothing else while it is off.
  @inlinable package static var isOn: Bool { phase.load(ordering: .relaxed) != .off && isWanted }

  /// Not inlined: what is off does not come here.
  @usableFromInline
  @inline(never)
  static var isWanted: Bool {
    if isInstalled { return true }
    if phase.compareExchange(expected: .new, desired: .off, ordering: .acquiringAndReleasing).exchanged {
      if let patterns = environmentVariable("STREAMS_INSPECT"), !patterns.isEmpty,
        let inspector = _typeByName("16StreamInspection15LaunchInspectorO") as? any InspectorAtLaunch.Type
      {
        inspector.install(wanting: patterns)
      }
    }
    return isInstalled
  }

  package static var isInstalled: Bool { phase.load(ordering: .acquiring) == .on }

  /// - Parameter inspector: Sees the edges that are made from now on. If it is `nil`, the one before does no longer; it
  ///   still knows the lines of those that it has seen.
  package static func install(_ inspector: (any EdgeInspector)?) {
    if let inspector { _ = self.inspector.exchange(inspector) }
    phase.store(inspector == nil ? .off : .on, ordering: .releasing)
  }

  @usableFromInline
  static func attach<P: Publisher, S: Subscriber>(_ subscriber: S, to publisher: P)
  where S.Input == P.Output, S.Failure == P.Failure {
    inspector.value?.attach(subscriber, to: publisher) ?? publisher.attachDirectly(subscriber)
  }

  /// The line that subscribed, as ``EdgeInspector/line(of:dropping:)`` says; `nil` if there was no inspector.
  package static func line(of subscription: AnyObject? = nil, dropping count: Int = 0) -> (@Sendable () -> String?)? {
    inspector.value?.line(of: subscription, dropping: count)
  }
}

extension Publisher {
  /// Not inlined: otherwise each subscription would prepare its arguments, whether or not an inspector is on.
  @inlinable
  @inline(never)
  func attachInspected<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    InspectionHook.attach(subscriber, to: self)
  }
}
