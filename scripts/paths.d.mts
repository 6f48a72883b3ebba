export const root: string
export const inRoot: (...parts: string[]) => string
export const node: string
export const environment: (more?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv

/** The site's program, as arguments of `node`. */
export const site: readonly string[]
