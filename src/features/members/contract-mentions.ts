import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idSchema } from '#core/query-schemas.ts'

/**
 * Suggests members to mention. The comments feature implements this endpoint. It is declared here because
 * features that the comments feature depends on also use it, through the text area.
 */
export const suggestMentions = endpoint({
  method: 'GET',
  path: '/api/mentions',
  summary:
    'Suggest up to eight members whose names begin with a prefix; with a post, its author and commenters first, also without a prefix',
  tag: 'Users',
  access: 'signed-in',
  scope: 'private',
  expensive: { name: 'mention-suggestions', max: 600 },
  query: z.object({
    prefix: z._default(
      z
        .string()
        .check(
          z.maxLength(limits.maxUsername, 'prefix is too long'),
          z.regex(/^[A-Za-z0-9]*$/, 'prefix must be letters and digits'),
        ),
      '',
    ),
    postId: z.optional(idSchema),
  }),
  reply: z.array(authorSchema),
})
