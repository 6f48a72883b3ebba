export type MailSender = { name: string; address: string }

/** An SMTP path leaves 254 characters for an address (RFC 5321 section 4.5.3.1.3). */
const MAX_ADDRESS_LENGTH = 254
/**
 * Matches addresses without whitespace, control characters or characters with a special meaning in a header,
 * so an address cannot add another recipient or header.
 */
const ADDRESS = /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@<>"(),:;\\[\]]+\.[^\s\p{C}@<>"(),:;\\[\]]+$/u

/** Returns whether mail can be sent to the address. Quoted local parts and address literals are not supported. */
export const isEmailAddress = (address: string): boolean =>
  address.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(address)

/** Parses `ada@example.org` or `Ada <ada@example.org>`; returns null for anything else. */
export const parseMailSender = (text: string): MailSender | null => {
  const match = /^(?:([^<>"\p{C}]*?)\s*<([^<>]+)>|([^<>\s]+))$/u.exec(text.trim())
  const address = match?.[2] ?? match?.[3] ?? ''
  return isEmailAddress(address) ? { name: match?.[1] ?? '', address } : null
}
