public import StreamCore
public import StreamParts

extension SerialDelivery where Policy == SidesPolicy<Downstream.Input, Downstream.Failure> {
  /// Delivers arrays of the elements at the same position of each publisher of an array.
  ///
  /// - Parameters:
  ///   - publishers: The publishers, in the order in which they are subscribed to.
  ///   - name: The name of the operator.
  ///   - emptySentinel: The one element to deliver if there are no publishers; `nil` to deliver none.
  ///   - downstream: The receiver of the arrays.
  @inlinable
  static func zip<Upstream: Publisher>(
    _ publishers: [Upstream], as name: String, emptySentinel: [Upstream.Output]?, to downstream: Downstream
  ) where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
    guard !publishers.isEmpty else { return downstream.end(with: emptySentinel, as: name) }
    let delivery = SidesDelivery<Downstream>(name, SidesPolicy(.byPosition), to: downstream)
    let sides = publishers.indices.map { SideInner<Upstream.Output, Downstream>($0, of: delivery) }
    delivery.begin(sides) { sides.map { $0.takeFirst() } }
    for (side, publisher) in Swift.zip(sides, publishers) { delivery.subscribe(side, to: publisher) }
  }

  /// Delivers the latest element of each publisher of an array.
  ///
  /// - Parameters:
  ///   - publishers: The publishers, in the order in which they are subscribed to.
  ///   - name: The name of the operator.
  ///   - emptySentinel: The one element to deliver if there are no publishers; `nil` to deliver none.
  ///   - downstream: The receiver of the arrays.
  ///   - subscribe: Subscribes a side to a publisher.
  @inlinable
  static func latest<Upstream: Publisher>(
    _ publishers: [Upstream], as name: String, emptySentinel: [Upstream.Output]?, to downstream: Downstream,
    subscribe: (SidesDelivery<Downstream>, LatestArrayInner<Upstream.Output, Downstream>, Upstream) -> Void
  ) where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
    guard !publishers.isEmpty else { return downstream.end(with: emptySentinel, as: name) }
    let delivery = SidesDelivery<Downstream>(name, SidesPolicy(.latest), to: downstream)
    let latest = LatestArrayBox<Upstream.Output>(count: publishers.count)
    delivery.begin(Array(repeating: latest, count: publishers.count)) { latest.held.value.elements }
    for (index, publisher) in publishers.enumerated() {
      subscribe(delivery, LatestArrayInner(index, of: delivery, latest: latest), publisher)
    }
  }
}

extension Subscriber {
  /// Finishes, after an element if there is one, which waits for demand.
  @inlinable
  func end(with sentinel: Input?, as name: String) {
    if let sentinel { serve(one: sentinel, as: name) } else { end(with: .finished) }
  }
}
