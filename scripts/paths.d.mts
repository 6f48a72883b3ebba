export const root: string
export const fromRoot: (...parts: string[]) => string
export const node: string
export const mallocSettings: Readonly<Record<string, string>>
export const nodeFlags: readonly string[]
export const environment: (overrides?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv

/** The command-line arguments for `node` to run the site. */
export const site: readonly string[]
