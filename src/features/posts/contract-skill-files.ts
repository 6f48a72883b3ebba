import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { skillLimits } from '#core/skill.ts'
import { skillPathSchema } from '#core/skill-schema.ts'

const skillFileMessages = {
  notText: 'Files of a skill are texts in UTF-8, without null characters',
  fileTooLarge: 'A file can have at most 1 MB',
} as const

/** A file of a skill, without its text. */
export const skillFileSchema = z.object({
  path: z.string(),
  /** The SHA-256 of the file in hexadecimal digits, and its size in bytes. */
  sha256: z.string(),
  size: z.int(),
})

export const sendSkillFiles = endpoint({
  method: 'POST',
  path: '/api/skill-files',
  summary: 'Store files for a skill, which a post or a draft then names by their SHA-256',
  tag: 'Skills',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'skill-files', max: 300, windowSeconds: 3_600 },
  body: z.object({
    files: z
      .array(
        z.object({
          path: skillPathSchema,
          content: z.string().check(
            z.refine((text) => text.isWellFormed() && !text.includes('\0'), skillFileMessages.notText),
            z.refine(
              (text) => new TextEncoder().encode(text).length <= skillLimits.fileBytes,
              skillFileMessages.fileTooLarge,
            ),
          ),
        }),
      )
      .check(z.minLength(1), z.maxLength(skillLimits.files)),
  }),
  reply: z.object({ files: z.array(skillFileSchema) }),
  // Control characters take six bytes in JSON.
  bodyLimit: skillLimits.totalBytes * 2,
})
