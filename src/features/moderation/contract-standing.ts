import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { waitingRestrictions } from '#core/post-restrictions.ts'
import { newcomerLimitNames, trustLevels } from '#core/trust.ts'

const tag = 'Moderation'

const requirementSchema = z.object({ has: z.int(), needs: z.int() })

const standingSchema = z.object({
  level: z.enum(trustLevels),
  /** What the next level needs; null at the highest level. */
  next: z.nullable(
    z.object({
      level: z.enum(trustLevels),
      days: requirementSchema,
      reveals: requirementSchema,
      upvotes: requirementSchema,
      /** True if both reveals and upvotes are needed, false if one of them is enough. */
      needsBoth: z.boolean(),
    }),
  ),
  /** What the member may add within a day; null for those who are no newcomers. */
  limits: z.nullable(z.record(z.enum(newcomerLimitNames), z.int())),
  /** The member's posts that readers do not see until somebody does something, at most 20. */
  waitingPosts: z.array(
    z.object({
      postId: z.int(),
      title: z.string(),
      /** Whether it waits for a first look, for a decision after reports, or for an edit by the member. */
      restriction: z.enum(waitingRestrictions),
      /** Its place in the queue, counted up to 1,000; null if no moderator has to look at it now. */
      position: z.nullable(z.int()),
      /** Why it waits for a first look. */
      findings: z.array(z.string()),
    }),
  ),
})
export type Standing = z.output<typeof standingSchema>

export const getStanding = endpoint({
  method: 'GET',
  path: '/api/user/standing',
  summary:
    'Get how far you are trusted, what the next level needs, and which of your posts readers do not see yet',
  tag,
  access: 'signed-in',
  scope: 'private',
  reply: standingSchema,
})
