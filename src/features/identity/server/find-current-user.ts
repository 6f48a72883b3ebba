import { notSignedIn } from '#core/failure.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import type { AnySql } from '#server/database/connect.ts'
import { findCurrentUser as find } from './store.ts'

/** What a member reads of themself. Throws 401 where the account was deleted meanwhile. */
export const findCurrentUser = async (sql: AnySql, id: number): Promise<CurrentUser> => {
  const user = await find(sql, id)
  if (!user) throw notSignedIn()
  return user
}
