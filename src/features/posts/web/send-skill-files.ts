import type { SkillFile } from '#core/skill.ts'
import { callApi } from '#web/api-client.ts'
import type { sendSkillFiles as sendSkillFilesEndpoint } from '../contract-skill-files.ts'

/** A file of a skill as it was read. */
export type TextFile = { path: string; content: string }

/** Requests are kept well below the limit of the server. */
const MAX_REQUEST_LENGTH = 2_000_000

/** Stores files of a skill, in requests that are small enough, and returns how the skill names them. */
export const sendSkillFiles = async (files: readonly TextFile[]): Promise<SkillFile[]> => {
  const stored: SkillFile[] = []
  let batch: TextFile[] = []
  const send = async () => {
    if (batch.length === 0) return
    const body = { files: batch }
    batch = []
    stored.push(...(await callApi<typeof sendSkillFilesEndpoint>('POST /api/skill-files', { body })).files)
  }
  let length = 0
  for (const file of files) {
    length += file.content.length
    if (length > MAX_REQUEST_LENGTH || batch.length === 50) {
      await send()
      length = file.content.length
    }
    batch.push(file)
  }
  await send()
  return stored
}
