import type { Config } from '../config.ts'
import { isLoopbackHost } from '../loopback.ts'
import { tracedCall } from '../tracing/tracing.ts'
import { isEmailAddress } from './email-address.ts'
import type { MailContent } from './render-mail.ts'
import { renderMail } from './render-mail.ts'

const TIMEOUT_MS = 15_000

type Mail = {
  to: string
  content: MailContent
  /** More header fields. Their values come from the code and contain nothing that a person has typed. */
  headers?: Record<string, string>
}

/**
 * Sends one mail over SMTP. Resolves to false if the server refuses the recipient for good, which trying again would not
 * change; rejects if the mail may be accepted later.
 */
export const sendMail = async (
  { mail, siteName, publicUrl }: Pick<Config, 'mail' | 'siteName' | 'publicUrl'>,
  { to, content, headers }: Mail,
): Promise<boolean> => {
  if (!mail || !isEmailAddress(to)) return false
  const { hostname, searchParams } = new URL(mail.smtpUrl)
  // Loaded with the first mail, because most processes send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: mail.smtpUrl,
    // A link to set a password must not cross a network in clear text, unless the URL says `ignoreTLS=true`.
    requireTLS: !isLoopbackHost(hostname) && searchParams.get('ignoreTLS') !== 'true',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS * 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const message = {
      from: { ...mail.from, name: mail.from.name || siteName },
      // An object, so that nothing in the address is parsed as a name or as a list.
      to: { name: '', address: to },
      ...renderMail({ siteName, publicUrl }, content),
      // Stops out-of-office replies (RFC 3834).
      headers: { ...headers, 'auto-submitted': 'auto-generated' },
    }
    await tracedCall('mail', () => transport.sendMail(message))
    return true
  } catch (error) {
    if (isRecipientRefused(error)) return false
    throw error
  } finally {
    transport.close()
  }
}

const isRecipientRefused = (error: unknown): boolean => {
  const {
    code,
    command,
    responseCode = 0,
  } = error as { code?: string; command?: string; responseCode?: number }
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500
}

/** Errors before the mail's content is sent. */
const EARLY_CODES = new Set(['EAUTH', 'EDNS', 'EENVELOPE', 'EREQUIRETLS', 'ETLS'])
const EARLY_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])

type SmtpError = { code?: string; responseCode?: number; syscall?: string; timeoutType?: string }

/**
 * Whether the error of `sendMail` proves that the mail server has not accepted the mail. A connection that is lost after
 * the content proves nothing: the mail may have been accepted.
 */
export const isCertainlyUnsent = (error: unknown): boolean => {
  const { code = '', responseCode, syscall, timeoutType = '' } = error as SmtpError
  return (
    responseCode !== undefined ||
    syscall === 'connect' ||
    EARLY_CODES.has(code) ||
    EARLY_TIMEOUTS.has(timeoutType)
  )
}
