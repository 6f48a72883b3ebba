import type { Config } from '../config.ts'
import { isLoopbackHost } from '../loopback.ts'
import { traceCall } from '../tracing/tracing.ts'
import { isEmailAddress } from './email-address.ts'
import type { MailContent } from './render-mail.ts'
import { renderMail } from './render-mail.ts'

const TIMEOUT_MS = 15_000

type Mail = {
  to: string
  content: MailContent
  /** Additional header fields. Their values must come from the code and must not contain user input. */
  headers?: Record<string, string>
}

/**
 * Sends one email over SMTP. Resolves to false if the server permanently rejects the recipient, which makes a
 * retry pointless; rejects if the mail may be accepted later.
 */
export const sendMail = async (
  { mail, siteName, publicUrl }: Pick<Config, 'mail' | 'siteName' | 'publicUrl'>,
  { to, content, headers }: Mail,
): Promise<boolean> => {
  if (!mail || !isEmailAddress(to)) return false
  const { hostname, searchParams } = new URL(mail.smtpUrl)
  // Nodemailer is loaded when the first mail is sent, because most processes send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: mail.smtpUrl,
    // Password reset links must not cross a network in clear text, unless the URL contains `ignoreTLS=true`.
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
      // Passing an object ensures that nothing in the address is parsed as a name or as a list of addresses.
      to: { name: '', address: to },
      ...renderMail({ siteName, publicUrl }, content),
      // This header prevents out-of-office replies (RFC 3834).
      headers: { ...headers, 'auto-submitted': 'auto-generated' },
    }
    await traceCall('mail', () => transport.sendMail(message))
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

/** Codes of errors that occur before the mail's content is sent. */
const EARLY_CODES = new Set(['EAUTH', 'EDNS', 'EENVELOPE', 'EREQUIRETLS', 'ETLS'])
const EARLY_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])

type SmtpError = { code?: string; responseCode?: number; syscall?: string; timeoutType?: string }

/**
 * Returns whether an error from `sendMail` proves that the mail server did not accept the mail. A connection lost after
 * the content was sent proves nothing: the mail may have been accepted.
 */
export const wasDefinitelyNotSent = (error: unknown): boolean => {
  const { code = '', responseCode, syscall, timeoutType = '' } = error as SmtpError
  return (
    responseCode !== undefined ||
    syscall === 'connect' ||
    EARLY_CODES.has(code) ||
    EARLY_TIMEOUTS.has(timeoutType)
  )
}
