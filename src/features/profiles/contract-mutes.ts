import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { MAX_MUTED_VALUE, muteKinds } from './contract-values.ts'

const muteSchema = z.object({
  id: z.int(),
  kind: z.enum(muteKinds),
  /** The muted member; null for other kinds. */
  member: z.nullable(authorSchema),
  /** The name of a topic, a tag or a word, or the id of a model; null for members. */
  value: z.nullable(z.string()),
  createdAt: dateSchema,
})
export type Mute = z.output<typeof muteSchema>

const muteLimit = { name: 'mute', max: 300, windowSeconds: 3_600 } as const

export const listMutes = endpoint({
  method: 'GET',
  path: '/api/user/mutes',
  summary: 'List the members, topics, tags, models and words you have muted, last muted first',
  tag: 'Users',
  access: 'signed-in',
  scope: 'private',
  reply: z.array(muteSchema),
})

export const addMute = endpoint({
  method: 'POST',
  path: '/api/user/mutes',
  summary:
    'Mute a member, topic, tag, model or word in your feeds, searches, notifications and digests (idempotent)',
  tag: 'Users',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: muteLimit,
  errors: ['user-not-found', 'topic-not-found', 'cannot-mute-yourself', 'too-many-mutes'],
  body: z.object({
    kind: z.enum(muteKinds, 'kind is not valid'),
    /** A username, the name of a topic, a tag, the id of a model, or a word or phrase. */
    value: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter what to mute'),
        z.maxLength(MAX_MUTED_VALUE, `Enter at most ${MAX_MUTED_VALUE} characters`),
      ),
  }),
  reply: muteSchema,
})

export const removeMute = endpoint({
  method: 'DELETE',
  path: '/api/user/mutes/:id',
  summary: 'Unmute something you have muted (idempotent)',
  tag: 'Users',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: muteLimit,
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})
