import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { createSessionToken, hashSessionToken } from '#server/session/session-cookie.ts'
import { type AccountLinkPurpose, insertAccountLink } from './account-link-query.ts'
import type { LocalAccount } from './account-query.ts'

const HOURS = { 'reset-password': 1, 'confirm-email': 72 } as const
const PATHS = { 'reset-password': 'reset', 'confirm-email': 'confirm' } as const

type Account = Pick<LocalAccount, 'subject' | 'email'>
type NewLink = { purpose: AccountLinkPurpose; isMailed: boolean }

/**
 * Creates a one-time link and stores only the hash of its token. The link always points to `PUBLIC_URL`, regardless
 * of the request's headers.
 */
export const createAccountLink = async (
  sql: AnySql,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { subject, email }: Account,
  { purpose, isMailed }: NewLink,
): Promise<{ url: string; endsAt: Date }> => {
  const token = createSessionToken()
  const hours = HOURS[purpose]
  const tokenHash = hashSessionToken(token)
  const endsAt = await insertAccountLink(sql, { tokenHash, subject, email, purpose, isMailed, hours })
  return { url: `${publicUrl}/identity/${PATHS[purpose]}/${token}`, endsAt }
}
