import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'

/**
 * Returns the whole prompt and counts the reveal once per member and post
 * (docs/spec/flows.md#revealing-a-prompt).
 */
export const revealPost = endpoint({
  method: 'POST',
  path: '/api/user/reveal',
  summary: 'Reveal a prompt',
  tag: 'Posts',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'reveal', max: 3_000, windowSeconds: 3_600 },
  errors: ['post-not-found', 'private-post-read-only'],
  body: z.object({ postId: z.int().check(z.minimum(1), z.maximum(2_147_483_647)) }),
  reply: z.object({ postId: z.int(), prompt: z.string() }),
})
