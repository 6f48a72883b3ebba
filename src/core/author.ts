import * as z from 'zod/mini'

export const authorSchema = z.object({ id: z.int(), username: z.string(), avatar: z.nullable(z.string()) })

export type Author = z.output<typeof authorSchema>
