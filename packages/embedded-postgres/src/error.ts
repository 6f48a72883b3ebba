/** Thrown if the embedded database cannot run; the message is a single line for the operator. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}
