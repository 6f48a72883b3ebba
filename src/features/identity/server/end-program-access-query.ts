import type { AnySql } from '#server/database/connect.ts'
import { toAccountId } from './applications/application-query.ts'

/**
 * Ends every way in which programs act in a member's name: API tokens, connections, and the tokens and codes of connected
 * programs. Call it after the member's sessions have been deleted: what one of them is creating or connecting holds a
 * lock on the session, so it is there by then or never will be.
 */
export const endProgramAccess = (tx: AnySql, userId: number) => tx`
  with tokens as (delete from api_tokens where user_id = ${userId}),
    connections as (delete from application_connections where user_id = ${userId})
  delete from provider_payloads where account_id = ${toAccountId(userId)}`
