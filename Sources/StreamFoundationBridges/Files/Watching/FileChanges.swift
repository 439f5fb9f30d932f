public import Foundation
public import StreamCore
public import StreamParts

extension URL {
  /// Delivers what happens to the file at this URL, or to the entries of the folder there: that they are created,
  /// modified and deleted.
  ///
  ///     request       !------!---------!
  ///     file          --m-m----m-d-c----
  ///     downstream    --m----m---------m
  ///
  /// Use it to reload settings, or to take what is put into a folder:
  ///
  ///     let reloads = settings.fileChanges().filter { $0.kind != .deleted }.sink(
  ///       receiveCompletion: { print($0) },
  ///       receiveValue: { print("changed:", $0.url.lastPathComponent) })
  ///
  /// What is there at the subscription is not delivered, nor need there be anything. One write may be delivered as
  /// several modifications, the last of them after it. A file that is renamed is deleted
  /// under its former name, and created under the new one; one that replaces another is a modification. If there is
  /// a folder, its entries are meant, not those of folders in it, which are only created and deleted. Of an entry that
  /// is a symbolic link the link is meant.
  ///
  /// On Linux the system tells of changes (inotify). Elsewhere, and while it does not, since it has no more watches
  /// or the folder does not exist either, the files are looked at every second, or at the interval that you give.
  /// Give one for files that other machines write, of whose changes the system does not learn. A look finds a write
  /// by the size of the file and the time of modification.
  ///
  /// - **Demand**: changes that come without demand are delivered at the next request, combined to one for each file:
  ///   what it is now, compared to what it was. A file that was created and deleted meanwhile is not delivered.
  /// - **Completion**: never; a file that is deleted may be created again.
  /// - **Failure**: a `POSIXError` if the file or the folder cannot be looked at for any reason but that it does not
  ///   exist; a `CocoaError` if the URL is not that of a file.
  /// - **Threads**: the files are looked at before the subscriber receives its subscription, so that every later change
  ///   is delivered. Delivers on a queue of the subscription's own, which also looks at the files. Cancelling may be
  ///   done on any thread; it ends the watch.
  ///
  /// - Parameter interval: How often to look at the files, positive; `nil` for every change, and every second where the
  ///   system does not tell of changes.
  /// - Returns: A publisher of the changes; see `Publishers.FileChanges`.
  /// - Complexity: O(*n*) memory, where *n* is the number of entries; on Linux O(1) for each change, O(*n*) where the
  ///   files are polled.
  @_disfavoredOverload
  public func fileChanges(polling interval: Duration? = nil) -> Publishers.FileChanges {
    Publishers.FileChanges(url: self, interval: interval)
  }
}

/// A change of a file.
public struct FileChange: Hashable, Sendable {
  /// What has happened to the file since the last change of it was delivered.
  public enum Kind: Hashable, Sendable {
    /// It is there, and was not.
    case created

    /// Its content may be another: it was written, truncated, touched or replaced.
    case modified

    /// It is gone: deleted, or moved to another name.
    case deleted
  }

  /// The URL of the file.
  public let url: URL

  /// What has happened to it.
  public let kind: Kind

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - url: The URL of the file.
  ///   - kind: What has happened to it.
  public init(url: URL, kind: Kind) {
    self.url = url
    self.kind = kind
  }
}

/// A publisher of the changes of a file, or of the entries of a folder.
///
/// - **Demand**: changes that come without demand are delivered at the next request, combined to one for each file.
/// - **Completion**: never.
/// - **Failure**: a `POSIXError` if the file or the folder cannot be looked at for any reason but that it does not
///   exist; a `CocoaError` if the URL is not that of a file.
/// - **Threads**: delivers on a queue of the subscription's own, which also looks at the files. Cancelling may be done
///   on any thread; it ends the watch.
public struct FileChangesPublisher: Publisher, ReleasingPublisher, Sendable {
  /// A change of one file.
  public typealias Output = FileChange

  /// The system's error.
  public typealias Failure = any Error

  /// The URL of the file or the folder.
  public let url: URL

  /// How often to look at the files; `nil` for every change.
  public let interval: Duration?

  /// Creates a publisher of changes.
  ///
  /// - Parameters:
  ///   - url: The URL of the file or the folder, which need not exist.
  ///   - interval: How often to look at the files, positive; `nil` for every change, and every second where the system
  ///     does not tell of changes.
  public init(url: URL, interval: Duration? = nil) {
    precondition(interval.map { $0 > .zero } ?? true, "The interval of polling must be positive (rule 9).")
    self.url = url
    self.interval = interval
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == FileChange, S.Failure == any Error {
    let subscription = FileChangesSubscription(self, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

extension PublisherNames {
  /// ``FileChangesPublisher``, under a short name that a client's own type overrides.
  public typealias FileChanges = FileChangesPublisher
}
