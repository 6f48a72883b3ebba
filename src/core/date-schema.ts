import * as z from 'zod/mini'
import { jsonSchemaOverride } from './query-schemas.ts'

/**
 * A point in time in a response: a `Date` in the code of the server and the browser, an ISO 8601 text in UTC with
 * milliseconds in JSON. Its key must end in `At`, so that `parseJson` recognizes it.
 */
export const dateSchema = z.date().register(jsonSchemaOverride, { type: 'string', format: 'date-time' })
