// @module-tag full
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { SignInFlow, signUp } from '../support/browser.ts'
import { seedSession, seedUser } from '../support/builders.ts'
import { allowMs } from '../support/compare-times.ts'
import { findFreePort } from '../support/free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import { createRemoteClient } from '../support/remote-browser.ts'
import { startS3Server } from '../support/s3-server.ts'
import { createTestImage, toDataUrl } from '../support/samples.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'
import { buildPostBody, measureResponseTimes, postJson } from '../support/site-client.ts'
import { startSiteDatabase } from '../support/site-database.ts'
import { FAULT_ROUNDS, isTrustRun, measureRecovery } from '../support/trust-report.ts'
import { waitUntil } from '../support/wait-until.ts'

const { url, database } = await startSiteDatabase()
const s3 = await startS3Server()
const timeout = 180_000 + FAULT_ROUNDS * (isTrustRun ? 90_000 : 20_000)

it('keeps mails while the mail server is away, and slows no request', { timeout }, async () => {
  const port = await findFreePort()
  const server = await startServer({
    dataDir: await createTemporaryFolder(),
    env: {
      DATABASE_URL: url,
      RATE_LIMIT_SCALE: '0',
      WORKERS: '1',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'prompts@example.org',
    },
  })
  const email = 'member@example.org'
  await signUp(createRemoteClient(server, database), email, 'a long enough one')
  const failed = async () =>
    (await database.sql`select 1 from jobs.job where name like 'mail-%' and state = 'retry'`).length
  for (let round = 0; round < FAULT_ROUNDS; round += 1) {
    const browser = createRemoteClient(server, database)
    const { url: form } = await new SignInFlow(browser).begin()
    // The request does not wait for the mail server, which never responds.
    const maxMs = await allowMs(2_000, () => new SignInFlow(createRemoteClient(server, database)).begin())
    const startedAt = performance.now()
    const answer = await browser.send(`${new URL(form).pathname}/forgot`, { form: { email } })
    expect(answer.status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(maxMs)
    await waitUntil(async () => (await failed()) > 0)
    await measureResponseTimes(`${server.url}/api/posts`, 5)
    await measureRecovery(
      'one server',
      'mail server away',
      async () => {
        const mailServer = await startMailServer(port)
        // The first retry happens after 30 seconds. Only the first round of `npm run trust` waits for it.
        if (!isTrustRun || round > 0)
          await database.sql`update jobs.job set start_after = now() where state = 'retry'`
        await waitUntil(
          () => mailServer.received.some(({ to, text }) => to[0] === email && /password/.test(text)),
          80,
        )
        await waitUntil(async () => (await failed()) === 0, 80)
        await mailServer.close()
      },
      90_000,
    )
  }
})

it('answers 503 quickly for pictures while the bucket is away, and serves everything else', {
  timeout,
}, async () => {
  const env = {
    DATABASE_URL: url,
    RATE_LIMIT_SCALE: '0',
    WORKERS: '1',
    S3_BUCKET: 'examples',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'key-secret',
  }
  const dataDir = await createTemporaryFolder()
  const server = await startServer({ dataDir, env })
  const member = await seedSession(database, await seedUser(database))
  const publish = async (side: number) => {
    const picture = await createTestImage(side, side).png().toBuffer()
    const files = { exampleFiles: [toDataUrl(picture)] }
    return postJson(server, '/api/posts', member, buildPostBody(`Side ${side} of ${server.port}`, files))
  }
  const files: string[] = []
  for (let n = 0; n < 12; n += 1) {
    const answer = (await (await publish(20 + n)).json()) as { exampleFiles: [string] }
    files.push(answer.exampleFiles[0])
  }
  const get = async (file: string) => {
    const startedAt = performance.now()
    const response = await fetch(server.url + file)
    await response.arrayBuffer()
    return { status: response.status, ms: performance.now() - startedAt }
  }
  for (let round = 0; round < FAULT_ROUNDS; round += 1)
    for (const fault of ['isFailing', 'isSilent'] as const) {
      // Without local copies, the files must be fetched from the bucket.
      rmSync(path.join(dataDir, 'fetched'), { recursive: true, force: true })
      const maxMs = await allowMs(8_000, () => get('/popular'))
      s3[fault] = true
      const answers = await Promise.all(files.map(get))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(maxMs)
      expect((await get('/popular')).status).toBe(200)
      const comment = { postId: 1, content: `Words ${round} ${fault}` }
      expect((await postJson(server, '/api/comments', member, comment)).status).toBe(200)
      expect((await publish(60 + round)).status).toBe(503)
      await measureRecovery(
        'one server',
        fault === 'isFailing' ? 'bucket fails' : 'bucket does not answer',
        async () => {
          s3[fault] = false
          await waitUntil(async () => (await get(files[0] ?? '')).status === 200, 20)
        },
      )
    }
})
