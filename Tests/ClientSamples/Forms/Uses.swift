// Each operator is used as if Streams had none of the name.
import Streams

#if IN_AN_APP
  import ClientLibrary
#endif

func mark(_ mark: ClientMark) {}

func foundForms(
  ints: AnyPublisher<Int, Never>, failing: PassthroughSubject<Int, any Error>, doubles: AnyPublisher<Double, Never>,
  strings: AnyPublisher<String, Never>
) {
  let map = ints.map { $0 + 1 }
  mark(map)
  let compactMap = ints.compactMap { $0 > 0 ? $0 : nil }
  mark(compactMap)
  let scan = ints.scan(0) { $0 + $1 }
  mark(scan)
  let reduce = ints.reduce(0) { $0 + $1 }
  mark(reduce)
  let flatMap = ints.flatMap { Just($0) }
  mark(flatMap)
  let flatMapOfFailing = failing.flatMap { Just($0) }
  mark(flatMapOfFailing)
  let mapOfDoubles = doubles.map { $0 / 2 }
  mark(mapOfDoubles)
  let scanOfDoubles = doubles.scan(0) { $0 + $1 }
  mark(scanOfDoubles)
  let reduceOfDoubles = doubles.reduce(0) { $0 + $1 }
  mark(reduceOfDoubles)
  let mapOfStrings = strings.map { $0.count }
  mark(mapOfStrings)
  let scanOfStrings = strings.scan(0) { $0 + $1.count }
  mark(scanOfStrings)
  let reduceOfStrings = strings.reduce("") { $0 + $1 }
  mark(reduceOfStrings)
}
