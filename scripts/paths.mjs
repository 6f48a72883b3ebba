import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...parts) => path.join(root, ...parts)

/** The Node that the project brings; today's libraries need it, whatever the machine has. */
export const node = inRoot('node_modules/node/bin/node')

/** The environment in which `node` and the packages' programs are the project's own. */
export const environment = (more = {}) => ({
  ...process.env,
  PATH: [inRoot('node_modules/.bin'), path.dirname(node), process.env.PATH].join(path.delimiter),
  ...more,
})
