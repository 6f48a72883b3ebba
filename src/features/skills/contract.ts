import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idSchema } from '#core/query-schemas.ts'
import { skillLimits } from '#core/skill.ts'
import { textSchema } from '#core/text-schema.ts'
import { skillFileSchema } from '#features/posts/contract-skill-files.ts'
import { skillMessages } from './contract-messages.ts'

const releaseSchema = z.object({
  version: z.int(),
  name: z.string(),
  /** `SKILL.md` first. */
  files: z.array(skillFileSchema),
  /** The SHA-256 of what is downloaded, as the index names it: `sha256:` and 64 hexadecimal digits. */
  digest: z.string(),
  createdAt: dateSchema,
  /** Null unless the version is withdrawn. */
  withdrawnAt: z.nullable(dateSchema),
  /** Why the version is withdrawn; empty unless it is. */
  withdrawnReason: z.string(),
})
export type ReleasedSkill = z.output<typeof releaseSchema>

const frontMatterSchema = z.object({
  name: z.string(),
  description: z.string(),
  license: z.optional(z.string()),
  compatibility: z.optional(z.string()),
  metadata: z.optional(z.record(z.string(), z.string())),
  'allowed-tools': z.optional(z.string()),
})

const tag = 'Skills'

export const getSkill = endpoint({
  method: 'GET',
  path: '/api/posts/:id/skill',
  summary: 'Get a skill with its versions, the newest first, those that are withdrawn included',
  tag,
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found', 'skill-not-found'],
  params: z.object({ id: idSchema }),
  reply: z.object({ name: z.string(), releases: z.array(releaseSchema) }),
  cacheSeconds: 5,
})

export const getSkillFile = endpoint({
  method: 'GET',
  path: '/api/posts/:id/skill/files/:digest',
  summary: 'Get the text of a file of a skill',
  tag,
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found', 'skill-not-found'],
  /** The SHA-256 of the file, in hexadecimal digits. */
  params: z.object({ id: idSchema, digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  reply: z.object({ content: z.string() }),
  cacheSeconds: 5,
})

export const getSkillArchive = endpoint({
  method: 'GET',
  path: '/api/posts/:id/skill/archive',
  summary: 'Download a skill with its files, in its newest version that is not withdrawn',
  tag,
  access: 'anyone',
  scope: 'read',
  rateLimit: { name: 'export-post', max: 1_200, windowSeconds: 3_600 },
  errors: ['post-not-found', 'skill-not-found'],
  params: z.object({ id: idSchema }),
  reply: z.unknown(),
  streamedTypes: ['application/zip'],
})

export const listSkills = endpoint({
  method: 'GET',
  path: '/api/skills',
  summary: 'List all public skills in their newest version',
  tag,
  access: 'anyone',
  scope: 'read',
  query: z.object({
    /** The post of the last skill of the page before. */
    after: z._default(z.union([z.literal(0), idSchema]), 0),
    name: z.optional(z.string().check(z.maxLength(skillLimits.name))),
  }),
  reply: z.array(
    z.object({
      postId: z.int(),
      author: z.string(),
      frontMatter: frontMatterSchema,
      ...releaseSchema.shape,
    }),
  ),
  next: (skills: { postId: number }[]) => {
    const last = skills.at(-1)
    return last && skills.length >= SKILLS_PER_PAGE ? { after: last.postId } : null
  },
  cacheSeconds: 30,
})

export const SKILLS_PER_PAGE = 100

export const withdrawVersion = endpoint({
  method: 'POST',
  path: '/api/posts/:id/versions/:number/withdraw',
  summary: 'Withdraw a version of your skill, as an admin of any: it can no longer be installed',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'edit', max: 300, windowSeconds: 3_600 },
  errors: ['not-allowed', 'post-not-found', 'skill-not-found'],
  params: z.object({ id: idSchema, number: idSchema }),
  body: z.object({
    reason: textSchema(limits.reason, {
      required: skillMessages.reasonRequired,
      tooLong: `The reason must be at most ${limits.reason} characters`,
    }),
    /** For an admin: the reason of the operator's list on which the decision rests, or ''. */
    rule: z._default(textSchema(limits.reportReason, { tooLong: skillMessages.ruleUnknown }), ''),
  }),
  reply: z.object({}),
})
