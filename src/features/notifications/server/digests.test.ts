import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findVerifiedEmail } from '#features/identity/server/find-verified-email.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import type { Job } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedCollection, seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startTestJobs } from '#tests/support/test-jobs.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { claimDigest } from './digest-query.ts'
import { notifyOfInvitation } from './notify-query.ts'
import { digestJob } from './send-digests.ts'

const mailServer = await startMailServer()
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const env = {
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'prompts@example.org',
  SITE_NAME: 'Prömpts & Co',
  PUBLIC_URL: 'http://localhost:3000',
}
const app = await buildTestApp(database, env)
const withoutMail = await buildTestApp(database)
const config = readConfig(env)
const { received, refusals, losses } = mailServer
afterAll(async () => {
  await mailServer.close()
  await database.close()
})
beforeEach(async () => {
  await sql`delete from notification_digests`
  received.length = 0
})

type User = { id: number; username: string }

/** Creates a member with an account at the embedded provider, by default with a confirmed email. */
const aMember = async ({ isVerified = true, isAdmin = false } = {}) => {
  const user = await seedUser(database, { isAdmin })
  const subject = randomUUID()
  const email = `${user.username}@example.org`
  await sql`update users set google_id = ${`local:${subject}`}, email = ${email} where id = ${user.id}`
  await sql`
    insert into local_accounts (subject, email, name, password_hash, email_verified_at)
    values (${subject}, ${email}, ${user.username}, 'x', ${isVerified ? new Date() : null})`
  return { ...user, email, headers: await seedSession(database, user) }
}
const choose = async ({ headers }: { headers: Record<string, string> }, frequency: string, on = app) => {
  const response = await on.inject({
    method: 'PUT',
    url: '/api/notifications/digest',
    headers,
    payload: { frequency },
  })
  return { status: response.statusCode, body: response.json() }
}
/** Makes a member's digest due, as if they had enabled digests at least an hour ago. */
const makeDue = ({ id }: User) => sql`
  update notification_digests set covered_until = least(covered_until, now() - interval '1 hour'), next_at = now() - interval '1 second'
  where user_id = ${id}`
const notifyOfUpvote = ({ id }: User, post: { id: number }, by: User, minutesAgo = 5) => sql`
  insert into notifications (user_id, type, post_id, from_user_id, created_at)
  values (${id}, 'upvote', ${post.id}, ${by.id}, now() - ${minutesAgo} * interval '1 minute')`
const run = (settings = config) =>
  digestJob.run(
    {
      sql,
      databaseUrl: url,
      files: createFileStore(settings),
      config: settings,
      log: { ...errorLogger, error: () => {} },
      enqueuedAt: new Date(),
      signal: AbortSignal.timeout(30_000),
    },
    {},
  )
/** Creates a member whose digest is due and contains an upvote. */
const aDueMember = async (title = 'A poem') => {
  const [member, fan] = [await aMember(), await seedUser(database)]
  await choose(member, 'daily')
  const item = await seedPost(database, { by: member, title })
  await notifyOfUpvote(member, item, fan)
  await makeDue(member)
  return { ...member, fan, item }
}
const unsubscribePath = () =>
  /<http:\/\/localhost:3000(\/\S+)>/.exec(
    received[0]?.headers.find((line) => /^List-Unsubscribe:/i.test(line)) ?? '',
  )?.[1] ?? ''

describe('A digest', () => {
  it('lists unread notifications with links in one plain-text and HTML mail', async () => {
    const member = await aDueMember('<b>A poem</b>')
    await run()
    expect(received).toHaveLength(1)
    const [mail] = received
    expect(mail?.to).toEqual([member.email])
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(member.fan.username)
      expect(part).toContain(`http://localhost:3000/post/${member.item.id}`)
      expect(part).toContain('http://localhost:3000/notifications')
      expect(part).toContain(unsubscribePath())
    }
    expect(mail?.text).toContain(`${member.fan.username} upvoted “<b>A poem</b>”`)
    expect(mail?.text).toContain('Prömpts & Co')
    expect(mail?.html).toContain('“&lt;b&gt;A poem&lt;/b&gt;”')
    expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(unsubscribePath()).toMatch(/^\/notifications\/unsubscribe\/\d+\.[\w-]{32}$/)
  })

  it('waits for the end of the quiet hours', async () => {
    const member = await aDueMember()
    await sql`
      insert into quiet_hours (user_id, from_minute, to_minute, time_zone)
      select ${member.id}, mod(minute + 1430, 1440), mod(minute + 10, 1440), 'UTC'
      from (select (extract(epoch from (now() at time zone 'UTC')::time) / 60)::integer as minute) as clock`
    await run()
    expect(received).toHaveLength(0)
    await sql`update quiet_hours set to_minute = mod(from_minute + 1, 1440) where user_id = ${member.id}`
    await run()
    expect(received).toHaveLength(1)
  })

  it('is sent to everybody, and during no quiet hours, although the system has lost the name of a time zone', async () => {
    const members = [await aDueMember('Berlin'), await aDueMember('Gone'), await aDueMember('Old')]
    const timeZones = ['Europe/Berlin', 'Nowhere/Gone', 'Asia/Calcutta']
    for (const [index, { id }] of members.entries())
      await sql`
        insert into quiet_hours (user_id, from_minute, to_minute, time_zone)
        select ${id}, mod(minute + 1430, 1440), mod(minute + 10, 1440), ${timeZones[index]}
        from (select (extract(epoch from (now() at time zone 'Asia/Kolkata')::time) / 60)::integer as minute) as clock`
    await run()
    expect(received.map(({ to }) => to[0]).toSorted()).toEqual(
      members
        .slice(0, 2)
        .map(({ email }) => email)
        .toSorted(),
    )
  })

  it('leaves out what the member has muted and who is blocked, and is not sent for nothing else', async () => {
    const [muting, blocking] = [await aDueMember('Muted'), await aDueMember('Blocked')]
    await sql`insert into member_mutes (user_id, kind, member_id) values (${muting.id}, 'member', ${muting.fan.id})`
    await sql`insert into member_blocks (blocker_id, blocked_id) values (${blocking.fan.id}, ${blocking.id})`
    await run()
    expect(received).toHaveLength(0)
  })

  it('is not sent again by a later run, also when there is nothing new', async () => {
    const member = await aDueMember()
    await run()
    await makeDue(member)
    await sql`update notification_digests set covered_until = now() - interval '2 minutes'`
    await run()
    expect(received).toHaveLength(1)
  })

  it('begins where the last one ended', async () => {
    const member = await aDueMember()
    await run()
    await sql`update notification_digests set covered_until = now() - interval '4 minutes', next_at = now() - interval '1 second'`
    const item = await seedPost(database, { by: member, title: 'A second one' })
    await notifyOfUpvote(member, item, member.fan, 3)
    await run()
    expect(received[1]?.text).toContain('A second one')
    expect(received[1]?.text).not.toContain('A poem')
    expect(received[1]?.headers).toContainEqual(expect.stringMatching(/^Subject: .*1/))
  })

  it('leaves the last minute to the next one, because its notifications may not be committed yet', async () => {
    const member = await aDueMember()
    await sql`update notifications set created_at = now() - interval '30 seconds' where user_id = ${member.id}`
    await run()
    expect(received).toEqual([])
    await sql`update notifications set created_at = created_at - interval '1 minute' where user_id = ${member.id}`
    await sql`update notification_digests set covered_until = covered_until - interval '1 minute', next_at = now() - interval '1 second'`
    await run()
    expect(received).toHaveLength(1)
  })

  it('contains only what the notification page shows now', async () => {
    const member = await aDueMember()
    const { fan } = member
    const other = await aMember()
    const gone = await seedPost(database, { by: other, title: 'Renewed link', isPrivate: true })
    const secret = await seedPost(database, { by: member, title: 'Own secret', isPrivate: true })
    const read = await seedPost(database, { by: member, title: 'Read already' })
    for (const item of [gone, secret, read]) await notifyOfUpvote(member, item, fan)
    await sql`update notifications set is_read = true where post_id = ${read.id}`
    const talk = await seedPost(database, { by: member, title: 'Deleted talk' })
    const comment = await seedComment(database, { on: talk, by: fan, content: 'Words that stay on the site' })
    await sql`
      insert into notifications (user_id, type, post_id, from_user_id, comment_id, created_at)
      values (${member.id}, 'comment', ${talk.id}, ${fan.id}, ${comment.id}, now() - interval '5 minutes')`
    await sql`update comments set is_deleted = true where id = ${comment.id}`
    await run()
    const all = `${received[0]?.text}${received[0]?.html}`
    expect(all).toContain('Own secret')
    for (const hidden of [
      'Renewed link',
      'Read already',
      'Deleted talk',
      'Words that',
      secret.privateId ?? '?',
    ])
      expect(all).not.toContain(hidden)
    expect(received[0]?.text).toMatch(/“Own secret”\r?\n {2}http:\/\/localhost:3000\/notifications\r?\n/)
  })

  it('leaves out kinds that are switched off, and is not sent for them alone', async () => {
    const member = await aDueMember()
    await app.inject({
      method: 'PUT',
      url: '/api/notifications/settings/upvote',
      headers: member.headers,
      payload: { isEnabled: false },
    })
    await run()
    expect(received).toEqual([])
    const linkId = await seedCollection(database, member.fan)
    const [collection] = await sql<{ id: number }[]>`select id from collections where link_id = ${linkId}`
    await notifyOfInvitation(sql, {
      userId: member.id,
      fromUserId: member.fan.id,
      collectionId: collection?.id ?? 0,
    })
    await sql`update notifications set created_at = now() - interval '5 minutes' where user_id = ${member.id}`
    await sql`update notification_digests set covered_until = now() - interval '1 hour', next_at = now() - interval '1 second'`
    await run()
    expect(received[0]?.text).toContain(`${member.fan.username} invites you to edit the collection`)
    expect(received[0]?.text).not.toContain('upvoted')
  })

  it('groups votes on the same post, and lists at most 20 groups', async () => {
    const member = await aDueMember('Much liked')
    await notifyOfUpvote(member, member.item, await seedUser(database), 4)
    await run()
    expect(received[0]?.text).toContain('and 1 other upvoted “Much liked”')
    await sql`delete from notifications`
    for (let n = 0; n < 25; n += 1)
      await notifyOfUpvote(member, await seedPost(database, { by: member, title: `Post ${n}.` }), member.fan)
    await sql`update notification_digests set covered_until = now() - interval '1 hour', next_at = now() - interval '1 second'`
    await run()
    expect(received[1]?.text.match(/upvoted “Post \d+\.”/g)).toHaveLength(20)
    expect(received[1]?.text).toContain('The others are on your notifications page.')
  })

  it('goes only to a verified email', async () => {
    const member = await aDueMember()
    await sql`update local_accounts set email_verified_at = null where email = ${member.email}`
    await run()
    expect(received).toEqual([])
  })
})

describe('Sending digests', () => {
  it('sends each once, however many servers do it at the same time', async () => {
    const members = []
    for (let n = 0; n < 6; n += 1) members.push(await aDueMember())
    await Promise.all([run(), run(), run()])
    expect(received.map(({ to }) => to[0]).sort()).toEqual(members.map(({ email }) => email).sort())
  })

  it('leaves a digest that another server is just claiming to that server', async () => {
    const member = await aDueMember()
    const [row] = await sql<
      { id: number }[]
    >`select id from notification_digests where user_id = ${member.id}`
    const id = row?.id ?? 0
    let second: ReturnType<typeof claimDigest> | undefined
    const first = await sql.begin(async (tx) => {
      const claimed = await claimDigest(tx, id, [])
      second = claimDigest(sql, id, [])
      // If the second claim did not skip the locked row, it would wait until this transaction ends.
      await Promise.race([second, tx`select pg_sleep(0.5)`])
      return claimed
    })
    expect([first?.userId, await second]).toEqual([member.id, null])
  })

  it('does not send one again whose acceptance is unknown, as after a crash', async () => {
    const member = await aDueMember()
    losses.lostReplies = 1
    await run()
    await sql`update notification_digests set next_at = now() - interval '1 second' where user_id = ${member.id}`
    await run()
    expect(received).toHaveLength(1)
  })

  it('sends one later that the mail server refuses for now, with the same notifications', async () => {
    const member = await aDueMember()
    refusals.push(451)
    await run()
    expect(received).toEqual([])
    const [row] = await sql<{ isLater: boolean }[]>`
      select next_at between now() + interval '10 minutes' and now() + interval '20 minutes' as is_later
      from notification_digests where user_id = ${member.id}`
    expect(row).toEqual({ isLater: true })
    await sql`update notification_digests set next_at = now() - interval '1 second' where user_id = ${member.id}`
    await run()
    expect(received[0]?.text).toContain('A poem')
  })

  it('fails when the mail server is unavailable, so that the job runs again, and loses none', async () => {
    for (let n = 0; n < 4; n += 1) await aDueMember()
    const away = readConfig({ ...env, SMTP_URL: 'smtp://127.0.0.1:1' })
    await expect(run(away)).rejects.toThrow()
    await sql`update notification_digests set next_at = now() - interval '1 second'`
    await run()
    expect(received).toHaveLength(4)
  })

  it('does nothing without a mail server', async () => {
    const member = await aDueMember()
    await run(readConfig({}))
    const [row] = await sql<{ isDue: boolean }[]>`
      select next_at <= now() as is_due from notification_digests where user_id = ${member.id}`
    expect(row).toEqual({ isDue: true })
  })

  it('happens in a job of the shared queue', async () => {
    await aDueMember()
    const jobs = startTestJobs(url, sql, config, [digestJob as Job])
    await enqueueJob(sql, digestJob, {})
    await waitFor(() => expect(received).toHaveLength(1))
    await jobs.stop()
  })
})

describe('The choice of digests', () => {
  it('is never at first, and can be changed and exported', async () => {
    const member = await aMember()
    const response = await app.inject({ url: '/api/notifications/digest', headers: member.headers })
    expect(response.json()).toEqual({ frequency: 'never', isOffered: true, email: member.email })
    expect((await choose(member, 'weekly')).body.frequency).toBe('weekly')
    const [row] = await sql<{ days: number }[]>`
      select extract(epoch from next_at - now())::integer / 86400.0 as days from notification_digests`
    expect(Number(row?.days)).toBeCloseTo(7, 2)
    const account = await app.inject({ url: '/api/user/export', headers: member.headers })
    expect(account.json().notificationDigests).toMatchObject([{ frequency: 'weekly' }])
    expect((await choose(member, 'never')).body.frequency).toBe('never')
    expect(await sql`select from notification_digests`).toEqual([])
    expect((await choose(member, 'hourly')).status).toBe(400)
  })

  it('does not postpone the next digest if it is chosen again', async () => {
    const member = await aDueMember()
    await choose(member, 'daily')
    await run()
    expect(received).toHaveLength(1)
  })

  it('needs a site that sends mail and a verified email, except to turn digests off', async () => {
    const member = await aMember()
    await choose(member, 'daily')
    expect((await choose(member, 'weekly', withoutMail)).body.code).toBe('mail-unavailable')
    expect((await choose(member, 'never', withoutMail)).body).toMatchObject({
      frequency: 'never',
      isOffered: false,
    })
    const unverified = await aMember({ isVerified: false })
    const { status, body } = await choose(unverified, 'daily')
    expect([status, body.code]).toEqual([409, 'email-not-verified'])
  })
})

describe('The link to unsubscribe', () => {
  const post = (path: string, type: string, payload: string, headers = {}) =>
    app.inject({ method: 'POST', url: path, headers: { 'content-type': type, ...headers }, payload })
  const isSubscribed = async ({ id }: User) =>
    (await sql`select from notification_digests where user_id = ${id}`).length > 0

  it('changes nothing when it is opened, and unsubscribes with its button or one click of the mail program', async () => {
    const member = await aDueMember()
    await run()
    const path = unsubscribePath()
    const page = await app.inject(path)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(` action="${path}" method="post">`)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(await isSubscribed(member)).toBe(true)
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ] as const) {
      await choose(member, 'daily')
      const response = await post(path, type, payload)
      expect([response.statusCode, response.body.includes('Unsubscribed')]).toEqual([200, true])
      expect(await isSubscribed(member)).toBe(false)
    }
    // Unsubscribes once more, as if from an older email.
    expect((await post(path, 'application/x-www-form-urlencoded', '')).statusCode).toBe(200)
    await choose(member, 'daily')
    const origin = 'http://localhost:3000'
    expect((await post(path, 'application/x-www-form-urlencoded', '', { origin })).statusCode).toBe(200)
    expect(await isSubscribed(member)).toBe(false)
  })

  it('cannot be forged or used for another member', async () => {
    const member = await aDueMember()
    const other = await aDueMember()
    await run()
    const path = unsubscribePath()
    const forged = [
      path.replace(/\d+\./, (id) => `${Number.parseInt(id, 10) === other.id ? member.id : other.id}.`),
      path.slice(0, -4) + (path.endsWith('AAAA') ? 'BBBB' : 'AAAA'),
      path.slice(0, -1),
      '/notifications/unsubscribe/1',
      '/notifications/unsubscribe/',
      '/notifications/unsubscribe',
    ]
    for (const attempt of forged) {
      const { statusCode, body } = await app.inject(attempt)
      expect([attempt, statusCode]).toEqual([attempt, 404])
      expect(body).toContain('This link does not work')
      expect((await post(attempt, 'application/x-www-form-urlencoded', '')).statusCode).toBe(404)
    }
    expect([await isSubscribed(member), await isSubscribed(other)]).toEqual([true, true])
  })
})

describe('The verified email', () => {
  it('of an external account is the one that the provider called verified, while it is the email', async () => {
    const external = readConfig({ ...env, OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'x' })
    const { id } = await seedUser(database, { email: 'ada@example.org' })
    expect(await findVerifiedEmail(sql, external, id)).toBeNull()
    await sql`update users set verified_email = 'ada@example.org' where id = ${id}`
    expect(await findVerifiedEmail(sql, external, id)).toBe('ada@example.org')
    await sql`update users set email = 'eve@example.org' where id = ${id}`
    expect(await findVerifiedEmail(sql, external, id)).toBeNull()
  })
})
