/// A connection that is over, and whose handler is yet to be told.
///
/// Not a type inside of `EventLoop`: there it would be another one for each kind of handler, and
/// looking at an array of them would look its type up at run time, in every turn.
struct Ending {
    let index: UInt32
    let closure: Closure
}
