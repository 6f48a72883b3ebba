/** Why the embedded database cannot run, in one line for the person who starts the server. */
export class EmbeddedFailure extends Error {
  override name = 'EmbeddedFailure'
}
