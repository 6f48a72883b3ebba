import { expect, it } from 'vitest'
import { closeAccount, grantAdmin, requireOtherAdmin } from '#features/members/server/members-query.ts'
import { digestJob } from '#features/notifications/server/send-digests.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedDraft, seedPost, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { startExternalProvider } from '#tests/support/external-provider.ts'
import { holdPostLock, waitForBlockedProcess } from '#tests/support/hold-lock.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startPausingProxy } from '#tests/support/pausing-proxy.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { deleteUser } from '#use-cases/delete-user.ts'
import { draftPublicationJob } from '#use-cases/publish-due-drafts.ts'

/*
 * What a member has written is deleted in batches after their account has been closed. Until then, nothing may be done
 * in their name.
 */
const provider = await startExternalProvider()
const mailServer = await startMailServer()
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const proxy = await startPausingProxy(url)
const env = { ...provider.env, SMTP_URL: mailServer.url, MAIL_FROM: 'prompts@example.org' }
const app = await buildTestApp(openDatabase({ url: proxy.url, max: 5 }), env)
const config = readConfig({ ...env, DATA_DIR: getTestDataDir(app), RATE_LIMIT_SCALE: '0' })

const context = {
  sql,
  databaseUrl: url,
  config,
  files: createFileStore(config),
  log: errorLogger,
  enqueuedAt: new Date(),
  signal: AbortSignal.timeout(60_000),
}

it('publishes no scheduled draft of a closed account', async () => {
  const publish = async ({ isClosed }: { isClosed: boolean }) => {
    const member = await seedUser(database)
    const draft = await seedDraft(database, member)
    await sql`update drafts set publish_at = now() - interval '1 second' where key = ${draft}`
    if (isClosed) await closeAccount(sql, member.id)
    await draftPublicationJob.run(context, {})
    return (await sql`select from posts where user_id = ${member.id}`).length
  }
  expect([await publish({ isClosed: false }), await publish({ isClosed: true })]).toEqual([1, 0])
})

it('sends no digest to a closed account', async () => {
  const send = async ({ isClosed }: { isClosed: boolean }) => {
    const [member, fan] = [await seedUser(database), await seedUser(database)]
    const email = `${member.username}@example.org`
    await sql`update users set email = ${email}, verified_email = ${email} where id = ${member.id}`
    const post = await seedPost(database, { by: member })
    await sql`
      insert into notifications (user_id, type, post_id, from_user_id, created_at)
      values (${member.id}, 'upvote', ${post.id}, ${fan.id}, now() - interval '5 minutes')`
    await sql`
      insert into notification_digests (user_id, frequency, next_at, covered_until)
      values (${member.id}, 'daily', now() - interval '1 second', now() - interval '1 hour')`
    if (isClosed) await closeAccount(sql, member.id)
    await digestJob.run(context, {})
    return mailServer.received.filter(({ to }) => to.includes(email)).length
  }
  expect([await send({ isClosed: false }), await send({ isClosed: true })]).toEqual([1, 0])
})

it('never makes a closed account an admin, and does not count it as one', async () => {
  const [closed, last] = [await seedUser(database), await seedUser(database, { isAdmin: true })]
  await closeAccount(sql, closed.id)
  await grantAdmin(sql, closed.id)
  expect(await sql`select from users where id = ${closed.id} and is_admin`).toHaveLength(0)
  await sql`update users set is_admin = true where id = ${closed.id}`
  await expect(sql.begin((tx) => requireOtherAdmin(tx, last.id))).rejects.toMatchObject({
    code: 'last-admin',
  })
})

it('opens no session for an account that is closed during the sign-in', async () => {
  for (let statement = 1; ; statement += 1) {
    const subject = `subject-${statement}`
    const member = await seedUser(database)
    await sql`update users set google_id = ${`google:${subject}`} where id = ${member.id}`
    const unlock = await holdPostLock(database, await seedPost(database, { by: member }))
    const token = await provider.token({
      claims: { sub: subject, email: 'ada@example.org', email_verified: true },
    })
    const paused = proxy.pauseBefore(statement)
    const signingIn = app.inject({ method: 'POST', url: '/api/auth/google', payload: { token } })
    const isPaused = await Promise.race([paused.then(() => true), signingIn.then(() => false)])
    const deletion = deleteUser({ sql, config, log: errorLogger }, member.id)
    await waitForBlockedProcess(database)
    proxy.resume()
    const { statusCode } = await signingIn
    await waitFor(async () =>
      expect(
        await sql`select from users where id = ${member.id} and google_id like 'deleted:%'`,
      ).toHaveLength(1),
    )
    expect(statusCode, `before statement ${statement}`).toBeLessThan(500)
    const sessions = await sql`select from sessions where user_id = ${member.id}`
    expect(sessions, `before statement ${statement}`).toHaveLength(0)
    await unlock()
    await deletion
    if (!isPaused) return
  }
})
