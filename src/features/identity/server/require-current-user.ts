import type { CurrentUser } from '#core/current-user.ts'
import { HttpError } from '#core/http-error.ts'
import { selectCurrentUser } from '#features/members/server/profile-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Returns the signed-in member, including the fields that only they can see. Throws 401 if the account has been
 * deleted in the meantime.
 */
export const requireCurrentUser = async (sql: AnySql, id: number): Promise<CurrentUser> => {
  const user = await selectCurrentUser(sql, id)
  if (!user) throw new HttpError('not-signed-in')
  return user
}
