import { notSignedIn } from '#core/failure.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import type { AnySql } from '#server/database/connect.ts'
import * as store from './store.ts'

/** The signed-in member as only they see it. Throws 401 if the account was deleted in the meantime. */
export const findCurrentUser = async (sql: AnySql, id: number): Promise<CurrentUser> => {
  const user = await store.findCurrentUser(sql, id)
  if (!user) throw notSignedIn()
  return user
}
