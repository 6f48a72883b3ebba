import { HttpError } from '#core/http-error.ts'
import { createResetLink } from '#features/identity/server/create-reset-link.ts'
import { removeSecondFactors } from '#features/identity/server/second-factors/change-second-factors.ts'
import { setAdmin } from '#features/identity/server/set-admin.ts'
import { selectUserId } from '#features/members/server/profile-query.ts'
import { siteVersion } from '#server/version.ts'
import { runCommand } from './run-command.ts'

if (process.argv[2] === 'version') {
  process.stdout.write(`${siteVersion}\n`)
  process.exit(0)
}

const actions = ['grant', 'revoke', 'reset-link', 'remove-second-factors']

const fail = (message: string) => {
  process.stderr.write(`${message}\n`)
  return { failed: true }
}

await runCommand(
  'npm run admin -- version, or grant|revoke|reset-link|remove-second-factors USERNAME',
  async ({ openDatabase }) => {
    const [action = '', username, ...extra] = process.argv.slice(2)
    if (!actions.includes(action) || !username || extra.length > 0) return { usage: true }
    const { sql, config } = await openDatabase()
    if (action === 'reset-link') {
      const id = await selectUserId(sql, username)
      if (id === null) return fail(`User ${username} does not exist`)
      const link = await createResetLink(sql, config, id)
      if (!link) return fail(`${username} signs in with another provider, so there is no password to reset`)
      process.stdout.write(`${username} can set a new password within one hour, once:\n${link.url}\n`)
      return {}
    }
    if (action === 'remove-second-factors') {
      const id = await selectUserId(sql, username)
      if (id === null) return fail(`User ${username} does not exist`)
      const removed = await sql.begin((tx) => removeSecondFactors(tx, config, id))
      if (!removed) return fail(`${username} has no second factor on this site`)
      process.stdout.write(`${username} can sign in with the password alone\n`)
      return {}
    }
    try {
      if (!(await setAdmin(sql, username, action === 'grant'))) return fail(`User ${username} does not exist`)
    } catch (error) {
      if (error instanceof HttpError && error.code === 'last-admin')
        return fail(`${username} is the only admin. Grant the rights to somebody else first.`)
      throw error
    }
    process.stdout.write(`${username} is ${action === 'grant' ? 'now' : 'no longer'} an admin\n`)
    return {}
  },
)
