import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { illegalReasons } from '#features/moderation/contract-values.ts'
import {
  legalNoticeSweepJob,
  noticeConfirmationJob,
  noticeDecisionJob,
  noticeReceiptJob,
} from '#features/moderation/server/legal-notice-jobs.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedCollection,
  seedComment,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
  seedVersion,
} from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startTestJobs } from '#tests/support/test-jobs.ts'
import { waitFor } from '#tests/support/wait-until.ts'

const mailServer = await startMailServer()
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const settings = {
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'prompts@example.org',
  PUBLIC_URL: 'http://localhost:3000',
  OPERATOR_EMAIL: 'office@example.org',
}
const config = readConfig(settings)
const app = await buildTestApp(database, settings)
const silent = await buildTestApp(database, { PUBLIC_URL: settings.PUBLIC_URL })
const noticeJobs = [noticeConfirmationJob, noticeReceiptJob, noticeDecisionJob]
const jobs = startTestJobs(url, sql, config, noticeJobs)
afterAll(async () => {
  await jobs.stop()
  await mailServer.close()
  await database.close()
})
beforeEach(async () => {
  mailServer.received.length = 0
  await deleteRows(sql, 'moderation_cases', 'reports', 'rate_limits')
})

const host = { host: 'localhost:3000' }
const [ABUSE] = illegalReasons
const notice = {
  reason: 'Fraud, scam or malware',
  words: 'It asks for passwords of bank accounts.',
  name: 'Ada Lovelace',
  email: 'ada@EXAMPLE.org',
  isGoodFaith: true,
}
const post = async (path: string, body: object, headers: Record<string, string> = {}, on = app) => {
  const response = await on.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { ...host, ...headers },
    payload: body,
  })
  return { status: response.statusCode, body: response.json() }
}
const send = (address: string, more: object = {}, headers: Record<string, string> = {}, on = app) =>
  post('legal-notices', { ...notice, url: address, ...more }, headers, on)
const nextMail = (subject: string) =>
  waitFor(() => {
    const found = mailServer.received.find(({ headers }) => headers.some((line) => line.includes(subject)))
    if (!found) throw new Error(`No mail: ${subject}`)
    return found
  })
const linkIn = (text: string) => /http:\/\/localhost:3000\/confirm-notice#([\w-]{43})/.exec(text)?.[1] ?? ''
const confirm = (token: string) => post('legal-notices/confirmation', { token })
const stored = () => sql<
  {
    subjectKind: string
    subjectId: number
    caseId: number | null
    confirmedAt: Date | null
    isUrgent: boolean
  }[]
>`
  select r.subject_kind, r.subject_id, r.case_id, r.confirmed_at, c.is_urgent
  from reports r left join moderation_cases c on c.id = r.case_id order by r.id`

const moderator = await seedSession(database, await seedUser(database, { isModerator: true }))
const topic = await seedTopic(database)
const author = await seedUser(database)

describe('a legal notice', () => {
  it('waits for the confirmation of its email, then opens an urgent case, and its sender is mailed each step', async () => {
    const { id } = await seedPost(database, { by: author, topic, title: 'Illegal title' })
    expect(await send(`http://localhost:3000/post/${id}`)).toEqual({
      status: 200,
      body: { needsConfirmation: true },
    })
    expect(await stored()).toMatchObject([{ subjectKind: 'post', subjectId: id, caseId: null }])
    const request = await nextMail('Confirm your report')
    expect(request.to).toEqual(['ada@example.org'])
    const token = linkIn(request.text)
    expect(JSON.stringify(await sql`select * from jobs.job`)).not.toContain(token)
    // Programs that check mails for malware open links.
    expect((await app.inject({ url: '/api/legal-notices/confirmation', headers: host })).statusCode).toBe(405)
    expect(await stored()).toMatchObject([{ caseId: null }])

    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).status).toBe(200)
    const [row] = await stored()
    expect(row).toMatchObject({ isUrgent: true, confirmedAt: expect.any(Date) })
    const receipt = await nextMail('We have received your report')
    expect(receipt.text).toContain(notice.words)
    expect(receipt.headers).toContain('Reply-To: office@example.org')

    const details = await app.inject({ url: `/api/moderation/cases/${row?.caseId}`, headers: moderator })
    expect(details.json().reports).toMatchObject([
      {
        reporter: null,
        isLegal: true,
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        confirmedAt: expect.any(String),
      },
    ])
    const decided = await post(
      `moderation/cases/${row?.caseId}/decisions`,
      { action: 'remove', reason: 'Something else', words: 'It is fraud.', isLegal: true },
      moderator,
    )
    expect(decided.status).toBe(200)
    const answer = await nextMail('was decided')
    expect(answer.text).toContain('It was removed.')
    expect(answer.text).toContain('It is fraud.')
    expect(answer.text).toContain('http://localhost:3000/contact')
    await post(
      `moderation/decisions/${decided.body.id}/reversal`,
      { reversalWords: 'It is a lesson.' },
      moderator,
    )
    expect((await nextMail('was undone')).to).toEqual(['ada@example.org'])
    expect(mailServer.received).toHaveLength(4)
  })

  it('opens a case that is called as the subject was when it was sent', async () => {
    const { id } = await seedPost(database, { by: author, topic, title: 'Illegal title' })
    await send(`http://localhost:3000/post/${id}`)
    const token = linkIn((await nextMail('Confirm your report')).text)
    await sql`update posts set title = 'Another title', revision = revision + 1 where id = ${id}`
    expect((await confirm(token)).status).toBe(200)
    const [row] = await stored()
    const details = await app.inject({ url: `/api/moderation/cases/${row?.caseId}`, headers: moderator })
    expect(details.json()).toMatchObject({
      excerpt: 'Illegal title',
      subject: { title: 'Another title' },
      earlierTexts: [{ title: 'Illegal title' }],
    })
  })

  it('is about what the address says: each part of a post, a profile, a collection, and what a private link opens', async () => {
    const found = await seedPost(database, { by: author, topic })
    const secret = await seedPost(database, {
      by: author,
      isPrivate: true,
    })
    await sql`update posts set seo_slug = 'a-slug' where id = ${found.id}`
    await sql`update posts set private_id = 'AbCdEfGhIjKlMnOpQrStUv' where id = ${secret.id}`
    const comment = await seedComment(database, { on: found, by: author })
    const inSecret = await seedComment(database, { on: secret, by: author })
    await seedVersion(database, found, 1)
    await seedVersion(database, found, 2)
    const edit = await seedSuggestedEdit(database, found, author)
    const collection = await seedCollection(database, author, 'public')
    const addresses: [string, string, number][] = [
      [`http://localhost:3000/post/${found.id}?x=1`, 'post', found.id],
      [`localhost:3000/t/${topic.slug}/a-slug`, 'post', found.id],
      ['http://localhost:3000/private/AbCdEfGhIjKlMnOpQrStUv', 'post', secret.id],
      [`http://localhost:3000/private/AbCdEfGhIjKlMnOpQrStUv/comment/${inSecret.id}`, 'comment', inSecret.id],
      [`http://localhost:3000/post/${found.id}/comment/${comment.id}`, 'comment', comment.id],
      [`http://localhost:3000/post/${found.id}#comment-${comment.id}`, 'comment', comment.id],
      [`http://localhost:3000/post/${found.id}/v/1`, 'version', found.id],
      [`http://localhost:3000/post/${found.id}/suggested-edits/${edit}`, 'suggested-edit', edit],
      [`http://LOCALHOST:3000/u/${author.username}?tab=comments`, 'member', author.id],
    ]
    for (const [index, [address, kind, id]] of addresses.entries()) {
      await sql`truncate reports`
      expect((await send(address, { email: `a${index}@example.org` })).status, address).toBe(200)
      expect(await stored(), address).toMatchObject([{ subjectKind: kind, subjectId: id }])
    }
    expect((await send(`http://localhost:3000/c/${collection}/a-title`)).status).toBe(200)
  })

  it('is refused for other sites, for pages about nothing, and for what its sender cannot open', async () => {
    const secret = await seedPost(database, { by: author, isPrivate: true })
    const found = await seedPost(database, { by: author, topic })
    const elsewhere = await seedComment(database, {
      on: await seedPost(database, { by: author }),
      by: author,
    })
    const hidden = await seedCollection(database, author)
    const foreign = 'This address is not of this site. Copy the address of the page from your browser.'
    for (const address of ['https://other.example/post/1', 'http://localhost.evil.com/post/1', 'no address'])
      expect((await send(address)).body.issues, address).toEqual([{ path: 'url', message: foreign }])
    for (const path of [
      '',
      'rules',
      'post/999999',
      'post/x',
      `post/${secret.id}`,
      `post/${found.id}/comment/${elsewhere.id}`,
      `post/${found.id}/v/9`,
      `c/${hidden}/title`,
      'u/nobody-of-this-name',
      'private/AAAAAAAAAAAAAAAAAAAAAA',
    ]) {
      const { status, body } = await send(`http://localhost:3000/${path}`)
      expect([status, body.issues?.[0]?.path], path).toEqual([400, 'url'])
    }
    expect(await stored()).toEqual([])
    // Its author can open it.
    const headers = await seedSession(database, author)
    expect((await send(`http://localhost:3000/post/${secret.id}`, {}, headers)).status).toBe(200)
  })

  it.each([
    ['too few words', { words: 'Bad.' }, 'words'],
    ['no name', { name: ' ' }, 'name'],
    ['no email', { email: '' }, 'email'],
    ['an email that is none', { email: 'ada' }, 'email'],
    ['no statement of good faith', { isGoodFaith: false }, 'isGoodFaith'],
    ['another reason', { reason: 'I do not like it' }, 'reason'],
  ])('with %s is refused', async (_, fields, path) => {
    const { status, body } = await send('http://localhost:3000/post/1', fields)
    expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]])
  })

  it('tells others nothing but the address of what was found, whatever its sender has written into it', async () => {
    const { id } = await seedPost(database, { by: author })
    const slugged = await seedPost(database, { by: author, topic })
    const [row] = await sql<{ seoSlug: string }[]>`select seo_slug from posts where id = ${slugged.id}`
    const collection = await seedCollection(database, author, 'public')
    const addresses = [
      `http://evil.test@localhost:3000/post/${id}`,
      `http://localhost:3000/post/${id}?visit=evil.test`,
      `http://localhost:3000/post/${id}#\n\nYour account ends today: http://evil.test/`,
      `http://localhost:3000/t/visit-evil.test/${row?.seoSlug}`,
      `http://localhost:3000/c/${collection}/visit-evil.test`,
    ]
    for (const [index, address] of addresses.entries())
      expect((await send(address, { email: `ada${index}@example.org` })).status, address).toBe(200)
    await waitFor(() => expect(mailServer.received.length).toBe(addresses.length))
    for (const { text } of mailServer.received) expect(text).not.toContain('evil.test')
    const urls = await sql<{ url: string }[]>`select url from reports`
    for (const { url: stored } of urls) expect(stored).not.toContain('evil.test')
  })

  it('mails one mailbox at most three links, however its address is written', async () => {
    const statuses: number[] = []
    for (const email of ['ada@example.org', 'ada+1@example.org', 'ADA+2@example.org', 'ada+3@EXAMPLE.org']) {
      const { id } = await seedPost(database, { by: author })
      statuses.push((await send(`http://localhost:3000/post/${id}`, { email })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 409])
  })

  it('may be anonymous if it is about the sexual abuse of a child, and then waits for nothing', async () => {
    const { id } = await seedPost(database, { by: author, topic })
    const anonymous = { reason: ABUSE, name: '', email: '' }
    const address = `http://localhost:3000/post/${id}`
    for (let n = 0; n < 2; n += 1)
      expect((await send(address, anonymous)).body).toEqual({ needsConfirmation: false })
    expect(await stored()).toMatchObject([{ isUrgent: true, confirmedAt: null }])
  })

  it('needs no confirmation on a site that sends no mail, and moderators see that', async () => {
    const { id } = await seedPost(database, { by: author, topic })
    const sent = await send(`http://localhost:3000/post/${id}`, {}, {}, silent)
    expect(sent.body).toEqual({ needsConfirmation: false })
    const [row] = await stored()
    const details = await app.inject({ url: `/api/moderation/cases/${row?.caseId}`, headers: moderator })
    expect(details.json().reports).toMatchObject([{ email: 'ada@example.org', confirmedAt: null }])
  })

  it('that is repeated, also at once, is stored and mailed once, and an email gets at most three links', async () => {
    const posts = await Promise.all(
      Array.from({ length: 4 }, () => seedPost(database, { by: author, topic })),
    )
    const addresses = posts.map(({ id }) => `http://localhost:3000/post/${id}`)
    const [first = '', second = '', third = '', fourth = ''] = addresses
    const sent = await Promise.all([send(first), send(first), send(first, { email: 'ADA@example.org' })])
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored()).toHaveLength(1)
    await send(second)
    await send(third)
    expect((await send(fourth)).body.code).toBe('too-many-notices')
    expect((await send(fourth, { email: 'other@example.org' })).status).toBe(200)
    await waitFor(() => expect(mailServer.received).toHaveLength(4))
  })

  it('of a program that fills in every field is dropped, and its answer does not say so', async () => {
    const { id } = await seedPost(database, { by: author, topic })
    const sent = await send(`http://localhost:3000/post/${id}`, { website: 'https://spam.example' })
    expect(sent.body).toEqual({ needsConfirmation: true })
    expect(await stored()).toEqual([])
  })

  it('is one of at most five an hour for an address', async () => {
    const limited = await buildTestApp(database, { PUBLIC_URL: settings.PUBLIC_URL, RATE_LIMIT_SCALE: '1' })
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const { id } = await seedPost(database, { by: author, topic })
      statuses.push((await send(`http://localhost:3000/post/${id}`, {}, {}, limited)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('the link in the mail', () => {
  const expire = () => sql`update reports set created_at = now() - interval '73 hours'`
  const sweep = () =>
    legalNoticeSweepJob.run({ sql, signal: new AbortController().signal } as unknown as JobContext, {})

  it('is refused if it is wrong or older than three days, and the notice is deleted then', async () => {
    const { id } = await seedPost(database, { by: author, topic })
    await send(`http://localhost:3000/post/${id}`)
    const token = linkIn((await nextMail('Confirm your report')).text)
    for (const wrong of ['', 'x', `${token}x`])
      expect((await confirm(wrong)).body.code).toBe('notice-link-invalid')
    await sweep()
    expect(await stored()).toHaveLength(1)
    await expire()
    expect((await confirm(token)).body.code).toBe('notice-link-invalid')
    await sweep()
    expect(await stored()).toEqual([])
  })

  it('says so if what was reported does not exist any longer', async () => {
    const { id } = await seedPost(database, { by: author, topic })
    await send(`http://localhost:3000/post/${id}`)
    const token = linkIn((await nextMail('Confirm your report')).text)
    await sql`delete from posts where id = ${id}`
    expect((await confirm(token)).body.code).toBe('subject-not-found')
  })

  it('leaves the name and email of its sender until a year after the decision', async () => {
    const { id } = await seedPost(database, { by: author, topic })
    await send(`http://localhost:3000/post/${id}`)
    await confirm(linkIn((await nextMail('Confirm your report')).text))
    const [row] = await stored()
    await post(
      `moderation/cases/${row?.caseId}/decisions`,
      { action: 'dismiss', reason: '', words: '' },
      moderator,
    )
    const senders = () => sql`select name, email from reports`
    await sql`update moderation_decisions set created_at = now() - interval '364 days'`
    await sweep()
    expect(await senders()).toMatchObject([{ email: 'ada@example.org' }])
    await sql`update moderation_decisions set created_at = now() - interval '366 days'`
    await sweep()
    expect(await senders()).toEqual([{ name: '', email: '' }])
  })
})
