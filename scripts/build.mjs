import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromRoot, nodePath, projectRoot } from './paths.mjs'
import { runProgram } from './run.mjs'

// Vite empties this directory at the start of each build, so an interrupted build leaves no stamp.
const stampFile = fromRoot('dist/client/.source-hash')

/** Builds the pages if any of their sources have changed since the last build. */
export const buildIfStale = async () => {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint()) return 0
  console.error('Building the pages …')
  return build()
}

const vite = [fromRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
const steps = [
  vite,
  [...vite, '--ssr', 'src/app/web/entry-server.tsx'],
  [fromRoot('scripts/compress-assets.mjs')],
]

const build = async () => {
  const sourceHash = fingerprint()
  for (const step of steps) {
    // Build output goes to stderr, because stdout is reserved for the line that reports that the server is ready.
    const code = await runProgram(nodePath, step, { stdio: ['inherit', 2, 2] })
    if (code !== 0) return code
  }
  writeFileSync(stampFile, sourceHash)
  return 0
}

const SOURCES = [
  'src',
  'packages/hidden-text',
  'packages/prompt-blanks',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'scripts/compress-assets.mjs',
  'scripts/icon-sprite.ts',
]

/**
 * Hashes the contents of the sources because modification times change with every checkout. Skips server
 * code, which needs no build.
 */
const fingerprint = () => {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((name) => filesUnder(fromRoot(name)))
  for (const file of files) {
    const name = path.relative(projectRoot, file)
    if (/(^|\/)server\/|\.test\.tsx?$/.test(name.replaceAll('\\', '/'))) continue
    hash.update(`${name}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const filesUnder = (file) => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [file]
  return readdirSync(file)
    .sort()
    .flatMap((name) => filesUnder(path.join(file, name)))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(await build())
