type Line = (detail: object, message: string) => void

/** The part of Fastify's (pino's) logger that the ground uses, so that scripts can bring their own. */
export type Log = { info: Line; warn: Line; error: Line }

/** For commands: nothing is said unless something goes wrong. */
export const errorsOnly: Log = {
  info: () => {},
  warn: () => {},
  error: (detail, message) => process.stderr.write(`${message} ${JSON.stringify(detail)}\n`),
}
