import { setAdmin } from '#features/identity/server/set-admin.ts'
import { runCommand } from './run-command.ts'

await runCommand('npm run admin -- grant|revoke USERNAME', async ({ openDatabase }) => {
  const [action, username, ...extra] = process.argv.slice(2)
  if ((action !== 'grant' && action !== 'revoke') || !username || extra.length > 0) return { usage: true }
  const { sql } = await openDatabase()
  if (!(await setAdmin(sql, username, action === 'grant'))) {
    process.stderr.write(`User ${username} does not exist\n`)
    return { failed: true }
  }
  process.stdout.write(`${username} is ${action === 'grant' ? 'now' : 'no longer'} an admin\n`)
  return {}
})
