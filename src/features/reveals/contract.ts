import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'

/** Section 4: hidden becomes revealed. Answers the whole prompt; counted once a member and post. */
export const revealPost = endpoint({
  method: 'POST',
  path: '/api/user/reveal',
  summary: 'Reveal a prompt',
  tag: 'Posts',
  body: z.object({ postId: z.int().check(z.minimum(1), z.maximum(2_147_483_647)) }),
  reply: z.object({ postId: z.int(), prompt: z.string() }),
})
