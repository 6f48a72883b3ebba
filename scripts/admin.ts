import { setAdmin } from '#features/identity/server/set-admin.ts'
import { runCommand } from './run-command.ts'

await runCommand('npm run admin -- grant|revoke USERNAME', async ({ openDatabase }) => {
  const [wish, username, ...more] = process.argv.slice(2)
  if ((wish !== 'grant' && wish !== 'revoke') || !username || more.length > 0) return { usage: true }
  const { sql } = await openDatabase()
  if (!(await setAdmin(sql, username, wish === 'grant'))) {
    process.stderr.write(`There is no user ${username}\n`)
    return { failed: true }
  }
  process.stdout.write(`${username} is ${wish === 'grant' ? 'now' : 'no longer'} an admin\n`)
  return {}
})
