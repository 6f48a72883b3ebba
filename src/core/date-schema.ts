import * as z from 'zod/mini'
import { jsonSchemaOverride } from './query-schemas.ts'

/**
 * A point in time in a response: a `Date` in server and browser code, and an ISO 8601 string in UTC with
 * milliseconds in JSON. Its key must end in `At` so that `parseJson` recognizes it.
 */
export const dateSchema = z.date().register(jsonSchemaOverride, { type: 'string', format: 'date-time' })
