// The operators that the peer lacks: `PEER` compiles none of them.
#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: Extra, to upstream: Stream) -> Stream {
      switch stage {
      case .mapping(let stage): apply(stage, to: upstream)
      case .flattening(let stage): apply(stage, to: upstream)
      case .filtering(let stage): apply(stage, to: upstream)
      case .reducing(let stage): apply(stage, to: upstream)
      case .combining(let stage): apply(stage, to: upstream)
      case .grouping(let stage): apply(stage, to: upstream)
      case .handling(let stage): apply(stage, to: upstream)
      case .sharing(let stage): apply(stage, to: upstream)
      case .resilience(let stage): apply(stage, to: upstream)
      case .modelled(let stage): apply(stage, to: upstream)
      }
    }

    private func apply(_ stage: Modelled, to upstream: Stream) -> Stream {
      let inputs = ([upstream] + stage.others.map(stream)).map { $0.mapError(\.testError).eraseToAnyPublisher() }
      return stage.apply(to: inputs).mapError(Fault.init).eraseToAnyPublisher()
    }
  }

  extension Publisher where Output == Int, Failure == Never {
    /// Restores the failure type after an operator that leaves none.
    func unfailing() -> Stream { setFailureType(to: Fault.self).eraseToAnyPublisher() }
  }

  extension WhenFull {
    var policy: StreamOverflowPolicy<Fault> {
      switch self {
      case .suspend: .suspend
      case .dropOldest: .dropOldest
      case .dropNewest: .dropNewest
      case .fail: .error { Fault(code: 98) }
      }
    }
  }
#endif
