/** 128 random bits. `crypto.randomUUID` needs a secure context, and so does signing in. */
export const newNonce = (): string => crypto.randomUUID()
