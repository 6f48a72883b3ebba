import { runCommand } from './run-command.ts'

await runCommand('npm run migrate', async ({ openDatabase }) => {
  const { applied } = await openDatabase()
  process.stdout.write(`${applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to apply'}\n`)
  return {}
})
