import { domainToASCII, domainToUnicode } from 'node:url'

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

/** Letters, digits, hyphens and the dots that IDNA knows. Other characters could be decoded into a different domain. */
const DOMAIN = /^[\p{L}\p{M}\p{N}\-.\u3002\uFF0E\uFF61]+$/u

/**
 * Returns the email with its domain as mail servers and browsers write it: in ASCII (UTS #46), in lower case and
 * without a final dot. The part before the `@` stays as it is.
 */
export const normalizeEmailDomain = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at < 0 || !DOMAIN.test(domain)) return email
  const ascii = (domainToASCII(domain) || domain).replace(/\.+$/, '')
  return `${email.slice(0, at)}@${ascii}`
}

const lowerCase = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

/** Returns the form in which the emails of accounts are stored and compared, so that one mailbox is one account. */
export const normalizeEmail = (email: string): string => normalizeEmailDomain(lowerCase(email))

/** Returns a domain in the form in which `normalizeEmail` writes it. */
export const toEmailDomain = (domain: string): string => normalizeEmail(`x@${domain}`).slice(2)

/** Returns true if the email is in one of the domains, which are as `toEmailDomain` returns them, or in a subdomain. */
export const isInDomains = (email: string, domains: readonly string[]): boolean => {
  const normalized = normalizeEmail(email)
  const domain = normalized.slice(normalized.lastIndexOf('@') + 1)
  return domains.some((parent) => domain === parent || domain.endsWith(`.${parent}`))
}

/**
 * Returns the forms in which the account of this email may be stored, the best match first. Accounts from before
 * domains were normalized keep the form in which somebody typed them.
 */
export const listStoredEmailForms = (email: string): string[] => {
  const ascii = normalizeEmail(email)
  const at = ascii.lastIndexOf('@')
  const unicode = `${ascii.slice(0, at + 1)}${domainToUnicode(ascii.slice(at + 1))}`
  return [...new Set([lowerCase(email), ascii, unicode, `${ascii}.`, `${unicode}.`])]
}
