import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, root } from './paths.mjs'
import { runNpm } from './run.mjs'

/** Builds the pages when anything they are made of has changed since the last build. */
export const buildIfStale = async () => {
  const stamp = inRoot('dist/.made-from')
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return 0
  console.error('Building the pages …')
  const code = await runNpm(['run', '--silent', 'build'])
  if (code === 0) writeFileSync(stamp, now)
  return code
}

/** By content, since times change with every checkout. The server's own files run as they are. */
const fingerprint = () => {
  const hash = createHash('sha256')
  const files = ['src', 'public', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'].flatMap((name) =>
    filesUnder(inRoot(name)),
  )
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
