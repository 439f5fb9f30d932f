public import StreamCore

/// The names under which `Publishers` offers what Combine lacks.
///
/// Each is a type alias in an extension of this protocol, to which `Publishers` conforms: `Publishers.Then` is
/// `ThenPublisher` of StreamCombining. A type of the same name that a client, or a package of the client's, declares in an
/// extension of `Publishers` is found before an alias of a protocol, so that it wins without a message. A plain member
/// would make the name ambiguous, even in the client's own module.
public protocol PublisherNames {}

/// The names under which `Subscribers` offers what Combine lacks; they give way as those of ``PublisherNames`` do.
public protocol SubscriberNames {}

extension Publishers: PublisherNames {}
extension Subscribers: SubscriberNames {}
