public import StreamCore

/// What the sides of a pack share: the way to their delivery, whose types are known where the pack is subscribed to,
/// and unknown to the code of an element of the pack.
@usableFromInline
package struct PackSides<Failure: Error> {
  let delivery: any PackDelivery<Failure>
  let combination: SidesCombination

  /// Holds an element of the side with that index, and delivers what is complete then. A closure, which runs
  /// specialised, as a method of the existential would not.
  ///
  /// Its second argument is called under the lock. It stores the element, and returns how many the side holds.
  let hold: (Int, () -> Int) -> Subscribers.Demand

  @inlinable
  package init<Downstream: Subscriber>(of delivery: SidesDelivery<Downstream>, _ combination: SidesCombination)
  where Downstream.Failure == Failure {
    self.init(delivery: delivery, combination: combination) { index, store in
      delivery.receive(from: UpstreamKey(index: index)) { $0.hold(index, count: store()) }
    }
  }

  @usableFromInline
  init(
    delivery: any PackDelivery<Failure>, combination: SidesCombination,
    hold: @escaping (Int, () -> Int) -> Subscribers.Demand
  ) {
    (self.delivery, self.combination, self.hold) = (delivery, combination, hold)
  }
}

/// The delivery of a pack, for what is not a value.
@usableFromInline
package protocol PackDelivery<Failure>: StageSubscription {
  associatedtype Failure: Error

  var pipelineEnd: (any PipelineEnd)? { get }

  func attach(_ subscription: any Subscription, from origin: UpstreamKey)
  func receive(completion: Subscribers.Completion<Failure>, from origin: UpstreamKey)
}

extension SerialDelivery: PackDelivery {
  @usableFromInline package typealias Failure = Policy.Failure

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: downstream) }
}

/// The subscriber of one publisher of a pack for `zip` or `combineLatest`, and the elements that it holds: what a
/// ``SideInner`` is, where the optimiser does not know the type of the element.
@usableFromInline
package final class PackSide<Input, Failure: Error>: StageSubscriber, SideElements {
  private let index: Int
  private let sides: PackSides<Failure>

  /// Accessed only under the lock of the delivery.
  @exclusivity(unchecked) private var held = PackQueue<Input>()

  /// Creates the next of several, and adds it to a list of them.
  @usableFromInline
  package init(addedTo list: inout [any SideElements], of sides: PackSides<Failure>) {
    (index, self.sides) = (list.count, sides)
    list.append(self)
  }

  @usableFromInline package var combineIdentifier: CombineIdentifier { sides.delivery.combineIdentifier }

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? { sides.delivery.pipelineEnd }

  @usableFromInline package var description: String { sides.delivery.description }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { sides.delivery.mirrorChildren }

  /// The element that is combined with those of the other sides. Called under the lock of the delivery.
  @usableFromInline
  package func element() -> Input {
    sides.combination == .latest ? held.first : held.removeFirst()
  }

  @usableFromInline
  package func removeAll() -> Any {
    let removed = held
    held = PackQueue()
    return removed
  }

  @usableFromInline
  package func receive(subscription: any Subscription) {
    sides.delivery.attach(subscription, from: UpstreamKey(index: index))
  }

  @usableFromInline
  package func receive(_ input: Input) -> Subscribers.Demand {
    // What is replaced is released after the lock: its deinitializer may call back.
    var element = input
    return sides.hold(index) {
      if held.count > 0, sides.combination == .latest {
        held.exchangeFirst(&element)
      } else {
        held.append(element)
      }
      return held.count
    }
  }

  @usableFromInline
  package func receive(completion: Subscribers.Completion<Failure>) {
    sides.delivery.receive(completion: completion, from: UpstreamKey(index: index))
  }
}
