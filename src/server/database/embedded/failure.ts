/** The embedded database cannot run; the message is one line for the operator. */
export class EmbeddedFailure extends Error {
  override name = 'EmbeddedFailure'
}
