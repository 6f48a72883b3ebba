export const root: string
export const inRoot: (...parts: string[]) => string
export const node: string
export const environment: (more?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv
