// Checks that the subject lines of the newest commits fit into the lists that show them.
import { spawnSync } from 'node:child_process'
import { projectRoot } from './paths.mjs'

const MAX_LENGTH = 72
const CHECKED_COMMITS = 20

const { status, stdout } = spawnSync('git', ['log', `-${CHECKED_COMMITS}`, '--no-merges', '--format=%h %s'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
// A downloaded archive of the project has no commits.
const commits = status === 0 ? stdout.split('\n').filter(Boolean) : []
const tooLong = commits.filter((line) => line.slice(line.indexOf(' ') + 1).length > MAX_LENGTH)
for (const line of tooLong) console.log(`${line}: the subject has more than ${MAX_LENGTH} characters`)
process.exitCode = tooLong.length > 0 ? 1 : 0
