/** The whole file cannot be taken; its message is for the person at the command line. */
export class InputError extends Error {
  override name = 'InputError'
}
