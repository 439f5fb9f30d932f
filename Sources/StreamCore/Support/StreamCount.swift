// What `LivingStreams` of `StreamTesting` counts: compiled only with the trait `CountStreams`.
#if CountStreams
  /// The subscriptions and the ends of pipelines that are alive.
  ///
  /// Subscriptions have no base class in common, and a common stored property would change the layout of each. So an
  /// object is noted where a stage or an end takes it, with a weak reference, which tells whether it has been released
  /// since.
  @usableFromInline
  package enum StreamCount {
    /// An object that is alive.
    package struct Living {
      package let object: AnyObject

      /// The publisher that the end of a pipeline has subscribed to.
      package let publisher: Any.Type?
    }

    // Sendable: the weak reference is only read.
    private struct Entry: @unchecked Sendable {
      weak var object: AnyObject?
      let publisher: Any.Type?
      let scopes: [UInt]
      let number: UInt
    }

    /// The numbers of the scopes that the task or thread is in, from the outermost; a child task and a `Task` inherit
    /// them.
    @TaskLocal package static var scopes: [UInt] = []

    private struct Entries {
      var byAddress: [ObjectIdentifier: Entry] = [:]

      /// The addresses that have been noted in each open scope, so that reading a scope does not search everything that
      /// was ever noted.
      var addresses: [UInt: [ObjectIdentifier]] = [:]
      var last: UInt = 0

      /// The objects noted in a scope, or in all scopes, in order, except those whose address another object has taken
      /// since.
      func noted(in scope: UInt?) -> [(key: ObjectIdentifier, value: Entry)] {
        guard let scope else { return byAddress.sorted { $0.value.number < $1.value.number } }
        return Set(addresses[scope] ?? []).compactMap { key in
          byAddress[key].flatMap { $0.scopes.contains(scope) ? (key, $0) : nil }
        }
        .sorted { $0.value.number < $1.value.number }
      }
    }

    private static let entries = Locked(Entries())

    /// Opens a scope.
    ///
    /// - Returns: A number that no scope has had.
    package static func openScope() -> UInt {
      entries.locked { entries in
        entries.last += 1
        entries.addresses[entries.last] = []
        return entries.last
      }
    }

    /// Closes a scope: it is not read any more.
    package static func closeScope(_ number: UInt) {
      entries.locked { $0.addresses[number] = nil }
    }

    /// Notes an object in the scopes of the calling task or thread, unless it is noted already.
    ///
    /// It is called under the locks of stages. It releases no object there: nothing but `object`, which the caller
    /// keeps, can be alive at its address, and an entry whose object is dead has only a weak reference to release.
    ///
    /// It is not `withLock`, which would be a point of an exploration.
    @usableFromInline
    package static func add(_ object: AnyObject, publisher: Any.Type? = nil) {
      if object === Subscriptions.empty as AnyObject { return }
      let scopes = scopes
      entries.locked { entries in
        let key = ObjectIdentifier(object)
        guard entries.byAddress[key]?.object == nil else { return }
        entries.last += 1
        entries.byAddress[key] = Entry(object: object, publisher: publisher, scopes: scopes, number: entries.last)
        for scope in scopes { entries.addresses[scope]?.append(key) }
      }
    }

    /// Notes a subscriber if it is the end of a pipeline: that of closures, or an object.
    ///
    /// It is called at each edge of a pipeline: casting the stage itself would copy what is behind it, once for each
    /// stage.
    @usableFromInline
    package static func add<S: Subscriber>(endAt subscriber: S, publisher: Any.Type) {
      guard S.self is any PipelineEnd.Type || S.self is any SharedSinkSubscriber.Type else { return }
      let end = (subscriber as? any PipelineEnd) ?? (subscriber as? any SharedSinkSubscriber)?.upstream
      if let end { add(end, publisher: publisher) }
    }

    /// Calls a closure with each object that is alive, in the order in which they were noted, but for ends of pipelines
    /// that have ended: they hold nothing.
    ///
    /// Reading a weak reference retains its object for a moment. So only one is read at a time, and none of another
    /// scope: its object would live on for that moment where a test expects its release.
    ///
    /// - Parameters:
    ///   - scope: The scope that they were noted in; any, if it is `nil`.
    ///   - body: Called outside the lock, for the reference may have become the last one.
    package static func forEachLiving(in scope: UInt? = nil, _ body: (Living) -> Void) {
      let noted = entries.locked { $0.noted(in: scope) }
      var dead: [(key: ObjectIdentifier, number: UInt)] = []
      for (key, entry) in noted {
        guard let object = entry.object else {
          dead.append((key, entry.number))
          continue
        }
        if (object as? any PipelineEnd)?.hasEnded == true { continue }
        body(Living(object: object, publisher: entry.publisher))
      }
      entries.locked { entries in
        for (key, number) in dead where entries.byAddress[key]?.number == number { entries.byAddress[key] = nil }
      }
    }
  }

  /// A subscriber that is a value, and calls closures.
  private protocol SharedSinkSubscriber {
    var upstream: SharedSinkUpstream { get }
  }

  extension SinkSubscriber: SharedSinkSubscriber {}

  #if !Explore
    extension Locked {
      // With both traits, the one that no exploration sees.
      func locked<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
      ) throws(Failure) -> Result { try withLock(body) }
    }
  #endif
#endif
