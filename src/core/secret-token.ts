/** The form of a token in a link or a cookie: 32 random bytes in base64url (RFC 4648, section 5). */
export const SECRET_TOKEN = /^[\w-]{43}$/
