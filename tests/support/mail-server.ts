import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  /** The header lines, with folded lines joined. */
  headers: string[]
  text: string
  html: string
}

/**
 * Starts a real SMTP server on loopback. `refusals` are the status codes, such as 451 or 550, with which the
 * next recipients are rejected. `lostReplies` is the number of subsequent mails that are accepted without a
 * reply because the connection is lost.
 */
export const startMailServer = async (requestedPort = 0) => {
  const received: ReceivedMail[] = []
  const refusals: number[] = []
  const losses = { lostReplies: 0 }
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      const responseCode = refusals.shift()
      done(responseCode ? Object.assign(new Error('Refused'), { responseCode }) : null)
    },
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parse(raw),
        })
        if (losses.lostReplies === 0) return done()
        losses.lostReplies -= 1
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(requestedPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    losses,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const parse = (raw: string) => {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const parts = body.join('\r\n\r\n').split(`--${boundary}`)
  return { headers, text: partOf(parts, 'text/plain'), html: partOf(parts, 'text/html') }
}

const partOf = (parts: readonly string[], type: string): string => {
  const part = parts.find((candidate) => candidate.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...lines] = part.split('\r\n\r\n')
  const content = lines.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8')
  return /quoted-printable/i.test(head) ? decodeQuotedPrintable(content) : content
}

const decodeQuotedPrintable = (content: string): string =>
  Buffer.from(
    content
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
