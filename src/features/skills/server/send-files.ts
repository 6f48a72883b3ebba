import type { SkillFile } from '#core/skill.ts'
import type { Sql } from '#server/database/connect.ts'
import { insertContents, insertUploads } from './releases-query.ts'

/** Stores files that a member sends, and remembers that the member has them. */
export const sendFiles = (
  sql: Sql,
  userId: number,
  files: readonly { path: string; content: string }[],
): Promise<SkillFile[]> =>
  sql.begin(async (tx) => {
    const stored = await insertContents(
      tx,
      files.map(({ content }) => content),
    )
    await insertUploads(tx, userId, [...new Set(stored.map(({ sha256 }) => sha256))])
    return stored.map((file, index) => ({ path: files[index]?.path ?? '', ...file }))
  })
