/** The file as a whole is unusable. The message is shown at the command line. */
export class InputError extends Error {
  override name = 'InputError'
}
