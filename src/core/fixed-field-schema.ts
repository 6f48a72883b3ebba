import * as z from 'zod/mini'

/**
 * The schema of a field that a request must not contain because the call cannot change it. A client that sends it would
 * otherwise believe that it was changed. `message` names the call that can, if there is one.
 */
export const fixedField = (message: string) => z.optional(z.never(message))
