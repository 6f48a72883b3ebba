import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot, node, root } from './paths.mjs'
import { run } from './run.mjs'

// Every build, finished or not, begins by emptying this folder, and so takes the stamp of the one before it away.
const stamp = inRoot('dist/client/.made-from')

/** Builds the pages when anything they are made of has changed since the last build. */
export const buildIfStale = async () => {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return 0
  console.error('Building the pages …')
  return build()
}

const vite = [inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
const steps = [
  vite,
  [...vite, '--ssr', 'src/app/web/entry-server.tsx'],
  [inRoot('scripts/compress-assets.mjs')],
]

const build = async () => {
  const madeFrom = fingerprint()
  for (const step of steps) {
    // stdout is for the one line that says where the site is.
    const code = await run(node, step, { stdio: ['inherit', 2, 2] })
    if (code !== 0) return code
  }
  writeFileSync(stamp, madeFrom)
  return 0
}

const MADE_FROM = [
  ...['src', 'package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'],
  ...['scripts/lean-contracts.ts', 'scripts/compress-assets.mjs'],
]

/** By content, since times change with every checkout. The server's own files run as they are. */
const fingerprint = () => {
  const hash = createHash('sha256')
  const files = MADE_FROM.flatMap((name) => filesUnder(inRoot(name)))
  for (const file of files) {
    const name = path.relative(root, file)
    if (/(^|\/)server\/|\.test\.tsx?$/.test(name.replaceAll('\\', '/'))) continue
    hash.update(`${name}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const filesUnder = (place) => {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [place]
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesUnder(path.join(place, name)))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(await build())
