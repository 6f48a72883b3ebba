import { fileURLToPath } from 'node:url'

/** The directory that contains package.json, whatever the current working directory is. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))
