import type { Config } from '../config.ts'
import { isLoopbackHost } from '../loopback.ts'
import { tracedCall } from '../tracing/tracing.ts'
import { isMailAddress } from './mail-address.ts'
import type { MailContent } from './render-mail.ts'
import { renderMail } from './render-mail.ts'

const TIMEOUT_MS = 15_000

type Mail = { to: string; content: MailContent }

/**
 * Sends one mail over SMTP. Resolves to false if the server refuses the recipient for good, which trying again would not
 * change; rejects if the mail may be accepted later.
 */
export const sendMail = async (
  { mail, siteName, publicUrl }: Pick<Config, 'mail' | 'siteName' | 'publicUrl'>,
  { to, content }: Mail,
): Promise<boolean> => {
  if (!mail || !isMailAddress(to)) return false
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
      headers: { 'auto-submitted': 'auto-generated' },
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
