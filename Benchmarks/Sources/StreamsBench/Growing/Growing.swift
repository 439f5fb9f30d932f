// The rows of stages and senders, in a module of their own: beside the other rows, they would change what the optimiser
// makes of those. The folder is compiled against the toolkit and, through the link `PeerGrowing`, against OpenCombine.
package import BenchModel

package struct Growing: GrowingContestant {
  package init() {}

  package func program(_ growth: Growth, size: Int, _ work: Work<Int>) -> Program? {
    switch growth {
    case .typedStages: Chains.typed(size, work)
    case .erasedStages: Chains.erased(size, work)
    case .piecewiseStages: Chains.piecewise(size, work)
    case .sequenceElements, .subjectElements, .subjectSubscribers, .subscribing: nil
    }
  }

  package func program(_ contention: Contention, senders: Int) -> CrowdProgram? {
    switch contention {
    case .subject: { Crowds.subject(senders, each: $0) }
    #if PEER
      case .merge: nil
    #else
      case .merge: { Crowds.merge(senders, each: $0) }
    #endif
    case .flatMap: { Crowds.flatMap(senders, each: $0) }
    }
  }
}
