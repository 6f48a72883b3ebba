import { openDatabase } from '#server/database/connect.ts'
import { findFreePort } from '../../support/free-port.ts'
import { withDatabaseName } from '../../support/global-setup.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { startServer, stopServer } from './site.ts'
import { test as base } from './test.ts'

/**
 * Starts a site that sends mail to a server of the tests. `more` contains additional settings. `stop` ends both and
 * deletes the site's database.
 */
export const startMailSite = async (more: NodeJS.ProcessEnv = {}) => {
  const mailServer = await startMailServer()
  // The site has its own database, because a server without mail settings could run the jobs of a shared database.
  const { SITE_DATA_DIR = '', SITE_DATABASE_URL = '' } = process.env
  const name = `mail_${process.pid}_${Date.now().toString(36)}`
  const admin = openDatabase({ url: SITE_DATABASE_URL, max: 1 })
  await admin.sql`create database ${admin.sql(name)}`
  const databaseUrl = withDatabaseName(SITE_DATABASE_URL, name)
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const { server } = await startServer(SITE_DATA_DIR, databaseUrl, {
    SEED: 'none',
    PORT: String(port),
    PUBLIC_URL: url,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'prompts@example.org',
    ...more,
  })
  const database = openDatabase({ url: databaseUrl, max: 1 })
  /** Finds the first link to this path in the mails so far. */
  const findLink = (pathname: string): string | undefined =>
    mailServer.received
      .map(({ text }) => new RegExp(`http:\\S+${pathname}\\S+`).exec(text)?.[0])
      .find((link) => link !== undefined)
  const stop = async () => {
    await stopServer(server)
    await database.close()
    await admin.sql`drop database ${admin.sql(name)} with (force)`
    await admin.close()
    await mailServer.close()
  }
  return { url, database, sql: database.sql, findLink, stop }
}

type MailSite = Awaited<ReturnType<typeof startMailSite>>

/** A test with a site that sends mail, which is stopped after the tests of the file, also if one fails. */
export const test = base.extend<object, { mailSite: MailSite }>({
  mailSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const site = await startMailSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})
