import { fileURLToPath } from 'node:url'

/** The folder that holds package.json, wherever the process was started from. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))
