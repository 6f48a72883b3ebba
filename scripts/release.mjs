// Makes a release of what `.changeset` describes: the version in package.json, its section in CHANGELOG.md, a commit and a
// tag. `npm run release -- --dry-run` only prints the version and its changes. Nothing is pushed; pushing the tag builds
// the image (.github/workflows/image.yml).
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fromRoot, nodePath, projectRoot } from './paths.mjs'
import { runNpm, runProgram } from './run.mjs'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' })
  if (status !== 0) fail(stderr.trim())
  return stdout.trim()
}

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

const changeset = (...args) =>
  runProgram(nodePath, [fromRoot('node_modules/@changesets/cli/bin.js'), ...args])

const readVersion = () => JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version

const previous = readVersion()
console.log(`The current version is ${previous}.`)
if (values['dry-run']) process.exit(await changeset('status', '--verbose'))

if (git('status', '--porcelain'))
  fail('Commit your changes first: a release contains only what is committed.')
if ((await changeset('version')) !== 0) process.exit(1)
const version = readVersion()
if (version === previous) fail('Nothing to release. Describe a change with `npx changeset` first.')
const kubernetes = fromRoot('deploy/kubernetes.yaml')
writeFileSync(kubernetes, readFileSync(kubernetes, 'utf8').replaceAll(`:${previous}`, `:${version}`))
// The lockfile contains the version, too.
if ((await runNpm(['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'])) !== 0)
  process.exit(1)
git('add', '--all')
git('commit', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`)
console.log(`Released ${version}. Publish it with: git push --follow-tags`)
