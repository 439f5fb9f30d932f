/// Declares that a publisher releases its subscriber when the stream ends, however it ends.
///
/// The toolkit's own publishers do. Any other publisher may retain its subscriber forever; so, instead of a stage with
/// something to release, it gets a guard that releases the stage (rule 7). That costs tens of nanoseconds for each
/// value, and more if the publisher is generic and in another module. A publisher that conforms gets the stage itself,
/// and promises:
///
/// - it always sends a subscription, possibly after ``Publisher/receive(subscriber:)`` has returned: a pipeline that is
///   cancelled in the meantime cancels the subscription when it arrives, and that releases the subscriber;
/// - once the completion has been sent, neither the publisher nor the subscription references the subscriber;
/// - nor do they after a cancel; if a signal is being delivered at that moment, this holds once that delivery has
///   returned.
///
/// An operator that subscribes its subscriber, or a stage that has kept the promise, to its upstream with
/// ``Publisher/subscribe(_:)->()`` may conform: if the upstream is a publisher that does not, the toolkit's stage gets
/// its guard there.
///
///     extension RowsPublisher: ReleasingPublisher {}
///
/// There is nothing to implement. `verifyContract` of StreamTesting finds a publisher that breaks the promise.
public protocol ReleasingPublisher: Publisher {}
