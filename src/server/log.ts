type LogMethod = (detail: object, message: string) => void

/** The part of Fastify's (pino's) logger that `src/server` uses, so that scripts can pass their own. */
export type Logger = { info: LogMethod; warn: LogMethod; error: LogMethod }

/** For command-line scripts: prints errors and nothing else. */
export const errorLogger: Logger = {
  info: () => {},
  warn: () => {},
  error: (detail, message) => process.stderr.write(`${message} ${JSON.stringify(detail)}\n`),
}
