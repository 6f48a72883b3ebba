import type { AnySql } from '#server/database/connect.ts'
import { deleteApiTokens } from './api-tokens/api-token-query.ts'
import { deleteConnections } from './applications/application-query.ts'

/** Ends every way in which programs act in a member's name. Call it after the member's sessions have been deleted. */
export const endProgramAccess = async (tx: AnySql, userId: number): Promise<void> => {
  await deleteApiTokens(tx, userId)
  await deleteConnections(tx, userId)
}
