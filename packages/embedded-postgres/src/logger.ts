type LogMethod = (detail: object, message: string) => void

/** The part of pino's logger that this package uses. */
export type Logger = { info: LogMethod; warn: LogMethod; error: LogMethod }
