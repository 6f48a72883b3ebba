type LogMethod = (detail: object, message: string) => void

/** The part of Fastify's logger (pino) that `src/server` uses, so scripts can pass their own. */
export type Logger = { info: LogMethod; warn: LogMethod; error: LogMethod }

/** A logger for command-line scripts that prints errors only. */
export const errorLogger: Logger = {
  info: () => {},
  warn: () => {},
  error: (detail, message) => process.stderr.write(`${message} ${JSON.stringify(detail)}\n`),
}
