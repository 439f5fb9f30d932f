// As Uses.swift, for elements of which the toolkit has general forms alone.
import Streams

#if IN_AN_APP
  import ClientLibrary
#endif

func foundForms(ofOtherElements arrays: AnyPublisher<[Int], Never>) {
  let map = arrays.map { $0.count }
  mark(map)
  let compactMap = arrays.compactMap { $0.first }
  mark(compactMap)
  let scan = arrays.scan(0) { $0 + $1.count }
  mark(scan)
  let reduce = arrays.reduce(0) { $0 + $1.count }
  mark(reduce)
  let flatMap = arrays.flatMap { Just($0) }
  mark(flatMap)
}
