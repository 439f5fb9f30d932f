public import StreamCore
import StreamErrorHandling
import StreamFiltering
public import StreamSubjects
import StreamSubscribing
import StreamTesting

extension Stage {
  /// Plays timelines as numbers, for operators of streams that cannot fail: a failure finishes.
  public var infallible: Infallible { Infallible(stage: self) }

  /// Properties that play timelines: the first number is the initial value.
  public var properties: Properties { Properties(stage: self) }
}

/// Timelines played as streams that cannot fail.
@dynamicMemberLookup
public struct Infallible {
  let stage: Stage

  /// Plays a timeline.
  public subscript(dynamicMember name: String) -> some Publisher<Int, Never> & Sendable {
    stage[dynamicMember: name].catch { _ in Empty<Int, Never>() }
  }
}

/// Timelines played as properties.
@dynamicMemberLookup
public struct Properties {
  let stage: Stage

  /// Plays a timeline.
  public subscript(dynamicMember name: String) -> Property<Int> {
    let numbers = stage.timelines[name]?.events.compactMap { event -> Int? in
      guard case .element(let digit) = event.symbol else { return nil }
      return digit.wholeNumberValue
    }
    let relay = CurrentValueRelay(numbers?.first ?? 0)
    stage.infallible[dynamicMember: name].dropFirst().subscribe(relay).store(in: stage.cancellables)
    return relay.property
  }
}
