/** The embedded database cannot run; the message is one line for the operator. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedFailure'
}
