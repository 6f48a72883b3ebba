export const projectRoot: string
export const fromRoot: (...parts: string[]) => string
export const nodePath: string
export const mallocSettings: Readonly<Record<string, string>>
export const nodeFlags: readonly string[]
export const compileCache: Readonly<Record<string, string>>
export const buildEnvironment: (overrides?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv

/** The command-line arguments for `node` to run the site. */
export const siteArguments: readonly string[]
