import type { Member, Viewer } from '#core/viewer.ts'
import type { Database, Sql, SqlFragment } from '#server/database/connect.ts'
import { selectMemberBySession, touchSession, viewerColumns } from './session-query.ts'

/**
 * Selects columns of the member (`u`) to whom a session cookie belongs. Reads from the primary, so that
 * signing out and muting take effect immediately.
 */
export const findSignedInMember = async <T extends object>(
  sql: Sql,
  tokenHash: Buffer,
  columns: SqlFragment,
): Promise<T | null> => {
  const found = await selectMemberBySession<T>(sql, tokenHash, columns)
  if (found?.isStale) await touchSession(sql, tokenHash)
  return found?.member ?? null
}

export const findViewer = ({ sql }: Database, tokenHash: Buffer): Promise<Viewer> =>
  findSignedInMember<Member>(sql, tokenHash, viewerColumns(sql))
