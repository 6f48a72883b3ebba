import { readSkill, writeSkill } from '#core/skill.ts'
import { createPostSchema } from '#features/posts/contract-form.ts'
import { sendSkillFiles } from '#features/posts/web/send-skill-files.ts'
import { callApi } from '#web/api-client.ts'
import type { compareImport, importPosts, KnownPost } from '../contract-import.ts'
import { MAX_COMPARED_PROMPTS, MAX_IMPORT_BYTES, MAX_IMPORTED_POSTS } from '../contract-values.ts'
import type { Candidate, ImportedFields } from './readers/candidate.ts'

export type RowState = 'new' | 'own' | 'others' | 'invalid' | 'repeated' | 'created' | 'exists' | 'rejected'

/** A post in the preview. */
export type PreviewRow = Candidate & {
  id: number
  state: RowState
  /** Why it is invalid or was rejected. */
  reason: string | null
  /** The post with the same prompt, or the imported one. */
  link: { title: string; url: string } | null
  isChosen: boolean
}

/** Whether the row can be imported. A prompt that is in the library already can be somebody's own all the same. */
export const canImport = ({ state }: PreviewRow): boolean => state === 'new' || state === 'others'

/** Checks posts as the site would, and finds those that are twice in the files. */
export const createPreview = (candidates: readonly Candidate[]): PreviewRow[] => {
  const seen = new Set<string>()
  return candidates.map((candidate, id) => {
    const { error } = createPostSchema.safeParse(candidate.fields)
    const isRepeated = seen.has(candidate.fields.prompt)
    seen.add(candidate.fields.prompt)
    const state = error ? 'invalid' : isRepeated ? 'repeated' : 'new'
    return {
      ...candidate,
      id,
      state,
      reason: error?.issues[0]?.message ?? null,
      link: null,
      isChosen: state === 'new' && candidate.isSuggested,
    }
  })
}

/** Splits rows into lists whose texts are small enough for one request. */
const toBatches = (
  rows: readonly PreviewRow[],
  max: number,
  sizeOf: (row: PreviewRow) => number,
): PreviewRow[][] => {
  const batches: PreviewRow[][] = []
  let size = Infinity
  for (const row of rows) {
    const bytes = sizeOf(row)
    const last = batches.at(-1)
    if (!last || last.length >= max || size + bytes > MAX_IMPORT_BYTES) {
      batches.push([row])
      size = bytes
    } else {
      last.push(row)
      size += bytes
    }
  }
  return batches
}

const encoder = new TextEncoder()
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

/** Finds the posts of the site with the same prompts. */
export const comparePreview = async (rows: readonly PreviewRow[]): Promise<PreviewRow[]> => {
  const known = new Map<number, { own: KnownPost | null; others: KnownPost | null }>()
  const batches = toBatches(rows.filter(canImport), MAX_COMPARED_PROMPTS, ({ fields }) =>
    bytesOf(fields.prompt),
  )
  for (const batch of batches) {
    const prompts = batch.map(({ fields }) => fields.prompt)
    const found = await callApi<typeof compareImport>('POST /api/user/import/compare', { body: { prompts } })
    for (const [index, { id }] of batch.entries()) known.set(id, found[index] ?? { own: null, others: null })
  }
  return rows.map((row): PreviewRow => {
    const { own, others } = known.get(row.id) ?? {}
    if (own) return { ...row, state: 'own', link: own, isChosen: false }
    return others ? { ...row, state: 'others', link: others, isChosen: false } : row
  })
}

/** Stores the files of a skill, and returns the fields of its post with their names. */
const storeSkillFiles = async ({ fields, skillFiles }: PreviewRow): Promise<ImportedFields> =>
  skillFiles.length === 0
    ? fields
    : {
        ...fields,
        skill: writeSkill({ ...readSkill(fields.skill), files: await sendSkillFiles(skillFiles) }),
      }

type Target = { isPrivate: boolean; topicId: number | null }

/**
 * Imports the chosen rows in small requests, and yields the rows of each with what became of them. Can be stopped between
 * two requests, and repeated: the site leaves out what the member has.
 */
export async function* importChosen(
  rows: readonly PreviewRow[],
  target: Target,
): AsyncGenerator<PreviewRow[]> {
  const chosen = rows.filter((row) => row.isChosen && canImport(row))
  for (const batch of toBatches(chosen, MAX_IMPORTED_POSTS, ({ fields }) => bytesOf(fields))) {
    const posts: ImportedFields[] = []
    for (const row of batch) posts.push(await storeSkillFiles(row))
    const body = { posts, ...target }
    const results = await callApi<typeof importPosts>('POST /api/user/import', { body })
    yield batch.map((row, index): PreviewRow => {
      const { status = 'rejected', url = null, message = null } = results[index] ?? {}
      return {
        ...row,
        state: status,
        reason: message,
        link: url === null ? null : { title: row.fields.title, url },
        isChosen: false,
      }
    })
  }
}
