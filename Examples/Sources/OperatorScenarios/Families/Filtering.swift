import StreamCore
import StreamFiltering
import StreamTesting

extension Family {
  static let filtering = Family("StreamFiltering") {
    Scenario(
      "filter(_:)", ["upstream": "--1--2--3--4--|"], gives: "-----2-----4--|",
      example: """
        let cancellable = (1...4).publisher
          .filter { $0.isMultiple(of: 2) }
          .sink { print($0) }
        """, prints: "2\n4"
    ) { on in on.upstream.filter { $0.isMultiple(of: 2) } }

    Scenario(
      "prefix(_:)", ["upstream": "--1--2--3--4--|"], gives: "--1--(2|)",
      example: """
        let cancellable = (1...4).publisher
          .prefix(2)
          .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "1\n2\nfinished"
    ) { on in on.upstream.prefix(on.number("count", 2)) }
  }
}
