public import StreamCore
public import StreamParts

extension SerialDelivery where Policy == SidesPolicy<Downstream.Input, Downstream.Failure> {
  /// Combines an element of each publisher of an array.
  ///
  /// - Parameters:
  ///   - publishers: The publishers, in the order in which they are subscribed to.
  ///   - combination: Which elements are combined.
  ///   - name: The name of the operator.
  ///   - emptySentinel: The one element to deliver if there are no publishers; `nil` to deliver none.
  ///   - downstream: The receiver of the arrays.
  ///   - element: Takes the element of a side. Called under the lock.
  @inlinable
  static func combine<Upstream: Publisher>(
    _ publishers: [Upstream], _ combination: Policy.Combination, as name: String, emptySentinel: [Upstream.Output]?,
    to downstream: Downstream, _ element: @escaping (SideInner<Upstream.Output, Downstream>) -> Upstream.Output
  ) where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
    guard !publishers.isEmpty else {
      if let emptySentinel { downstream.serve(one: emptySentinel, as: name) } else { downstream.end(with: .finished) }
      return
    }
    let delivery = SidesDelivery<Downstream>(name, SidesPolicy(combination), to: downstream)
    let sides = publishers.indices.map { SideInner<Upstream.Output, Downstream>($0, of: delivery) }
    delivery.begin(sides) { sides.map(element) }
    for (side, publisher) in zip(sides, publishers) { delivery.subscribe(side, to: publisher) }
  }
}
