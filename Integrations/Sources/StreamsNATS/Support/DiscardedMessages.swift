internal import CNATS
internal import IntegrationParts

/// Messages of the library that are no longer used, until destroying them together is worth it.
///
/// The library destroys them on a thread of its own, which it would have to wake for each; and while that works, both
/// contend for the library's lock and for the allocator's. They remain here until there are a thousand, or half a
/// megabyte of payloads.
enum DiscardedMessages {
  private struct State {
    var handles: [OpaquePointer] = []
    var bytes = 0
  }

  private static let maximumCount = 1_024
  private static let maximumBytes = 512 << 10

  private static let state = Lock(State())

  static func add(_ handle: OpaquePointer) {
    let bytes = Int(natsMsg_GetDataLength(handle))
    let handles = state.withLock { state -> [OpaquePointer] in
      state.handles.append(handle)
      state.bytes += bytes
      guard state.handles.count >= maximumCount || state.bytes >= maximumBytes else { return [] }
      defer {
        (state.handles, state.bytes) = ([], 0)
        state.handles.reserveCapacity(maximumCount)
      }
      return state.handles
    }
    for handle in handles { natsMsg_Destroy(handle) }
  }
}
