public import StreamCore

/// The names under which `Publishers` offers what Combine lacks.
///
/// Each is a type alias in an extension of this protocol, to which `Publishers` conforms: `Publishers.Then` is
/// `ThenPublisher` of StreamCombining. A type of the same name that a client, or a package of the client's, declares
/// in an extension of `Publishers` is found before an alias of a protocol, so it takes precedence without a
/// diagnostic. A plain member would make the name ambiguous, even in the client's own module.
public protocol PublisherNames {}

/// The names under which `Subscribers` offers what Combine lacks; a client's own types take precedence over them, as
/// over those of ``PublisherNames``.
public protocol SubscriberNames {}

extension Publishers: PublisherNames {}
extension Subscribers: SubscriberNames {}
