internal import StreamSchedulers
internal import StreamSubscribing
public import StreamTesting

extension Scenario {
  /// Runs the operator.
  ///
  /// - Parameters:
  ///   - timelines: Timelines in place of the scenario's own, by their names; "demand" is what downstream requests.
  ///   - numbers: Parameters in place of the scenario's own, by their names.
  /// - Returns: What the run has shown.
  public func run(timelines: [String: Marbles] = [:], numbers: [String: Int] = [:]) async -> Outcome {
    let own = Dictionary(inputs.map { ($0.name, $0.marbles) }) { first, _ in first }
    let stage = Stage(timelines: own.merging(timelines) { $1 }, numbers: numbers)
    if startsTasks {
      await withSerialTasks {
        script(stage)
        await stage.scheduler.advance(to: VirtualTime(.seconds(limit)))
      }
    } else {
      play(stage)
    }
    return outcome(of: stage)
  }

  /// Moves the clock without waiting for tasks, of which there are none.
  private func play(_ stage: Stage) {
    script(stage)
    stage.scheduler.resume(until: VirtualTime(.seconds(limit)))
  }

  private func outcome(of stage: Stage) -> Outcome {
    let (players, recordings) = (stage.players, stage.recordings)
    let choices = SourceText.choices(in: source)
    let parameters = stage.parameters.map { parameter in
      var parameter = parameter
      parameter.options = choices.first { $0.name == parameter.name }?.options.map(SourceText.line) ?? []
      return parameter
    }
    let given = inputs.flatMap { name, _ in
      rows(of: name, players.filter { $0.name == name }, stage.timelines[name] ?? "")
    }
    let outputs = recordings.map { recording in
      var row = recording.row()
      row.valueType = ""
      row.failureType = ""
      return row
    }
    let demands = recordings.compactMap { recording in
      recording.demand.map { MarbleRow(recordings.count == 1 ? "demand" : "\(recording.name): demand", $0) }
    }
    for recording in recordings { recording.cancel() }
    stage.cancellables.cancel()
    return Outcome(
      inputs: given, outputs: outputs, demands: demands, operation: operation(numbers: parameters),
      parameters: parameters, unknownTimelines: stage.unknownTimelines,
      complaints: stage.complaints)
  }

  /// The rows of a timeline: as it is given, if it was played once, from the beginning, or not at all; otherwise what
  /// was played, when it was.
  private func rows(of name: String, _ players: [Player], _ timeline: Marbles) -> [MarbleRow] {
    let texts = players.first?.texts ?? [:]
    let played = players.flatMap { player in
      player.rows().map { row in
        var row = row
        row.marks = row.marks.map { mark in
          MarbleRow.Mark(mark.kind, at: mark.time.advanced(by: VirtualTime(0).distance(to: player.began)))
        }
        row.valueType = ""
        row.failureType = ""
        return row
      }
    }
    let isWhole = played.count <= 1 && (played.first?.marks.first.map { $0.time == 0 } ?? true)
    guard !isWhole else { return [MarbleRow(name, timeline, texts: texts)] }
    return played.enumerated().map { number, row in
      var row = row
      row.label = played.count == 1 ? name : "\(name) \(number + 1)"
      return row
    }
  }
}
