/** A random UUID. `crypto.randomUUID` needs a secure context, but so does signing in. */
export const newNonce = (): string => crypto.randomUUID()
