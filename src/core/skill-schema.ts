import * as z from 'zod/mini'
import { findPathConflict, isSkillPath, SKILL_NAME, type Skill, skillLimits } from './skill.ts'
import { cleanText, countCharacters } from './text.ts'

const text = (max: number, name: string) =>
  z.pipe(
    z.string(`${name} must be text`),
    z.pipe(
      z.transform((written: string) => cleanText(written).replace(/\s+/g, ' ')),
      z
        .string()
        .check(
          z.refine((written) => countCharacters(written) <= max, `${name} must be at most ${max} characters`),
        ),
    ),
  )

export const skillPathSchema = z
  .string()
  .check(
    z.refine(
      isSkillPath,
      'A path must be relative, without "..", hidden files and characters that Windows does not allow, and not SKILL.md',
    ),
  )

const fileSchema = z.object({
  path: skillPathSchema,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits')),
  size: z.int().check(z.minimum(0), z.maximum(skillLimits.fileBytes, 'A file can have at most 1 MB')),
})

const { metadataEntries, metadataKey, metadataValue, files, totalBytes } = skillLimits

/** What a skill has besides the fields of its post. */
export const skillSchema = z.object({
  name: z
    .string()
    .check(
      z.maxLength(skillLimits.name, `The name must be at most ${skillLimits.name} characters`),
      z.regex(SKILL_NAME, 'The name consists of a-z and 0-9, with single hyphens between them'),
    ),
  compatibility: z._default(text(skillLimits.compatibility, 'Compatibility'), ''),
  allowedTools: z._default(text(skillLimits.allowedTools, 'Allowed tools'), ''),
  metadata: z._default(
    z
      .record(
        z
          .string()
          .check(
            z.regex(/^[\w.-]+$/, 'A key of the metadata consists of letters, digits, dots and hyphens'),
            z.maxLength(metadataKey),
          ),
        text(metadataValue, 'A value of the metadata'),
      )
      .check(
        z.refine(
          (metadata) => Object.keys(metadata).length <= metadataEntries,
          `The metadata can have at most ${metadataEntries} entries`,
        ),
      ),
    {},
  ),
  files: z._default(
    z.array(fileSchema).check(
      z.maxLength(files, `A skill can have at most ${files} files`),
      z.refine(
        (list) => list.reduce((sum, { size }) => sum + size, 0) <= totalBytes,
        'The files of a skill can have at most 5 MB together',
      ),
      z.refine(
        (list) => findPathConflict(list.map(({ path }) => path)) === undefined,
        'Two files have the same path, or a file has the path of a folder',
      ),
    ),
    [],
  ),
}) satisfies z.ZodMiniType<Skill>

/** Reads the skill of a post, and returns it or the first error. */
export const parseSkill = (written: string): { skill: Skill } | { error: string } => {
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch {
    return { error: 'The skill must be JSON' }
  }
  const parsed = skillSchema.safeParse(value)
  return parsed.success ? { skill: parsed.data } : { error: parsed.error.issues[0]?.message ?? '' }
}
