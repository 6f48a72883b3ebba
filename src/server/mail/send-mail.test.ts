import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailServer } from '#tests/support/mail-server.ts'
import { readConfig } from '../config.ts'
import { isEmailAddress, parseMailSender } from './email-address.ts'
import { sendMail } from './send-mail.ts'

const server = await startMailServer()
afterAll(server.close)
beforeEach(() => {
  server.received.length = 0
})

const config = readConfig({
  SMTP_URL: server.url,
  MAIL_FROM: 'prompts@example.org',
  SITE_NAME: 'Prömpts <b>& Co',
  PUBLIC_URL: 'https://prompts.example.org',
})
const content = { subject: 'Hello', paragraphs: ['<script>alert(1)</script> & more'] }

/** Decodes the words of a header that are encoded as RFC 2047 says. */
const decodeWords = (header: string): string =>
  header.replace(/=\?utf-8\?([BQ])\?(.*?)\?=\s*/gi, (_, encoding: string, word: string) =>
    /b/i.test(encoding)
      ? Buffer.from(word, 'base64').toString()
      : decodeURIComponent(
          word
            .replaceAll('_', ' ')
            .replaceAll('%', '%25')
            .replace(/=(?=[0-9A-F]{2})/g, '%'),
        ),
  )

describe('sendMail', () => {
  it('sends text and HTML with the name of the site, escaped', async () => {
    const link = { label: 'Open', url: 'https://prompts.example.org/"onclick=' }
    expect(await sendMail(config, { to: 'ada@example.org', content: { ...content, link } })).toBe(true)
    const [mail] = server.received
    expect(mail).toMatchObject({ from: 'prompts@example.org', to: ['ada@example.org'] })
    expect(mail?.headers).toContainEqual(expect.stringMatching(/^From: .*<prompts@example\.org>$/))
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated')
    expect(mail?.text).toContain('<script>alert(1)</script> & more')
    expect(mail?.text).toContain('Prömpts <b>& Co')
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
    expect(mail?.html).toContain('Prömpts &lt;b&gt;&amp; Co')
    expect(mail?.html).not.toContain('"onclick')
  })

  it('adds no header or recipient for line breaks in the subject or the address', async () => {
    const subject = 'Hello\r\nBcc: eve@example.org\n\nBody'
    await sendMail(config, { to: 'ada@example.org', content: { ...content, subject } })
    const [mail] = server.received
    expect(mail?.headers).toContain('Subject: Hello Bcc: eve@example.org Body')
    expect(mail?.headers.filter((line) => /^bcc/i.test(line))).toEqual([])
    expect(mail?.to).toEqual(['ada@example.org'])
    for (const to of ['ada@example.org\r\nBcc: eve@example.org', 'ada@example.org, eve@example.org'])
      expect(await sendMail(config, { to, content })).toBe(false)
    expect(server.received).toHaveLength(1)
  })

  it.each([
    ['scripts of several directions', 'abc \u202Eסדר\u202C 123 مرحبا 写作 คำ 글 e\u0301'],
    ['emoji of several code points', '👩🏽\u200D🚀🇩🇪1️⃣ 👨\u200D👩\u200D👧\u200D👦'],
    ['what looks like a header', '"a" <b@c.example>, Bcc: =41 = (x) [y]'],
    ['marks at the beginning of a line', '.\n..\nFrom me\n-- \n--boundary'],
    ['a line of 5,000 characters', '写'.repeat(5_000)],
  ])('sends %s as written, in the subject and the text', async (_, text) => {
    await sendMail(config, { to: 'ada@example.org', content: { subject: text, paragraphs: [text] } })
    const [mail] = server.received
    const written =
      mail?.headers.find((line) => line.startsWith('Subject: '))?.slice('Subject: '.length) ?? ''
    expect(decodeWords(written)).toBe(text.replace(/\s+/g, ' '))
    expect(mail?.text.replaceAll('\r\n', '\n')).toContain(text)
    expect(mail?.html.replaceAll('\r\n', '\n')).toContain(
      text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    )
  })

  it('gives up on a recipient that is refused for good, and rejects if it is refused for now', async () => {
    server.refusals.push(550)
    expect(await sendMail(config, { to: 'nobody@example.org', content })).toBe(false)
    server.refusals.push(451)
    await expect(sendMail(config, { to: 'later@example.org', content })).rejects.toThrow()
    expect(server.received).toEqual([])
  })

  it('sends nothing in clear text to another machine', async () => {
    const remote = {
      ...config,
      mail: {
        smtpUrl: server.url.replace('127.0.0.1', '127-0-0-1.invalid'),
        from: { name: '', address: 'a@b.co' },
      },
    }
    await expect(sendMail(remote, { to: 'ada@example.org', content })).rejects.toThrow()
    expect(server.received).toEqual([])
  })
})

describe('isEmailAddress', () => {
  it.each(['ada@example.org', 'ada+tag@sub.example.org', 'añá@exämple.org', "o'neil@example.org"])(
    'accepts %s',
    (address) => {
      expect(isEmailAddress(address)).toBe(true)
    },
  )

  it.each([
    'ada',
    'ada@localhost',
    '"ada"@example.org',
    'ada@[127.0.0.1].org',
    'a@b@example.org',
    'ada@example.org\n',
    'ada\u200b@example.org',
    'ada@example.org,eve@example.org',
    'Ada <ada@example.org>',
    `${'a'.repeat(250)}@example.org`,
  ])('rejects %j', (address) => {
    expect(isEmailAddress(address)).toBe(false)
  })
})

describe('MAIL_FROM', () => {
  it('is an address with or without a name', () => {
    expect(parseMailSender('a@example.org')).toEqual({ name: '', address: 'a@example.org' })
    expect(parseMailSender(' Prompts of ours <a@example.org> ')).toEqual({
      name: 'Prompts of ours',
      address: 'a@example.org',
    })
    for (const text of [
      '',
      'Prompts',
      'a@example.org, b@example.org',
      'A <a@example.org> x',
      'A\nB <a@example.org>',
    ])
      expect(parseMailSender(text)).toBeNull()
  })

  it('and SMTP_URL require each other', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.org' })).toThrow('SMTP_URL requires MAIL_FROM')
    expect(() => readConfig({ MAIL_FROM: 'a@example.org' })).toThrow('MAIL_FROM requires SMTP_URL')
    expect(() => readConfig({ SMTP_URL: 'http://mail', MAIL_FROM: 'a@example.org' })).toThrow(
      'SMTP_URL must be',
    )
  })
})
