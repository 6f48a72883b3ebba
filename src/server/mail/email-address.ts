export type MailSender = { name: string; address: string }

/** 254 characters are what an SMTP path leaves for an address (RFC 5321 section 4.5.3.1.3). */
const MAX_ADDRESS_LENGTH = 254
/** No whitespace, control characters or characters with a meaning in a header, so that an address cannot add one. */
const ADDRESS = /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@<>"(),:;\\[\]]+\.[^\s\p{C}@<>"(),:;\\[\]]+$/u

/** Whether mail can be sent to the address; quoted local parts and address literals are not accepted. */
export const isEmailAddress = (address: string): boolean =>
  address.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(address)

/** Parses `ada@example.org` or `Ada <ada@example.org>`; null if it is neither. */
export const parseMailSender = (text: string): MailSender | null => {
  const match = /^(?:([^<>"\p{C}]*?)\s*<([^<>]+)>|([^<>\s]+))$/u.exec(text.trim())
  const address = match?.[2] ?? match?.[3] ?? ''
  return isEmailAddress(address) ? { name: match?.[1] ?? '', address } : null
}
