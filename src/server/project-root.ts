import { fileURLToPath } from 'node:url'

/** The directory that contains package.json, independent of the current working directory. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))
