import BenchAsyncStreams
import BenchFloor
import BenchModel
import BenchOpenCombine
import BenchOpenCombineGrowing
import BenchStreams
import BenchStreamsGrowing

/// The contestants, in the order of their turns.
package enum Contender: String, CaseIterable {
  case streams, floor
  case openCombine = "opencombine"
  case asyncAlgorithms = "asyncalgorithms"

  var contestant: any Contestant {
    switch self {
    case .streams: BenchStreams.Library()
    case .floor: Floor()
    case .openCombine: BenchOpenCombine.Library()
    case .asyncAlgorithms: AsyncStreams()
    }
  }

  var growing: (any GrowingContestant)? {
    switch self {
    case .streams: BenchStreamsGrowing.Growing()
    case .floor: Floor()
    case .openCombine: BenchOpenCombineGrowing.Growing()
    case .asyncAlgorithms: nil
    }
  }

  func program(_ growth: Growth, size: Int, _ work: Work<Int>) -> Program? {
    contestant.program(growth, size: size, work) ?? growing?.program(growth, size: size, work)
  }
}
