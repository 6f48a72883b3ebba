import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Member } from '#core/viewer.ts'
import { withLockedMember } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { createSessionToken, hashSessionToken } from '#server/session/session-cookie.ts'
import { MAX_OPEN_INVITATIONS } from '../contract-values.ts'
import * as query from './invitation-query.ts'
import { getProviderCookieName } from './provider/provider-cookie-name.ts'

type Settings = Pick<Config, 'signUp' | 'publicUrl'>

/** Returns whether a member can invite others on a site that is joined by invitation. */
export const canInvite = (
  { signUp: { mode, inviters } }: Pick<Config, 'signUp'>,
  { isAdmin, isModerator, isMuted, trustLevel }: Member,
): boolean => {
  if (mode !== 'invitation' || isMuted) return false
  if (isAdmin) return true
  if (inviters === 'moderators') return isModerator
  return inviters === 'members' && trustLevel !== 'newcomer'
}

type NewInvitation = { maxUses: number; days: number }

/**
 * Creates an invitation and returns its link, of which only a hash is stored. Throws 403 if the member cannot invite
 * others, and 409 if they have too many open invitations.
 */
export const createInvitation = (
  { sql, config }: { sql: Sql; config: Settings },
  member: Member,
  fields: NewInvitation,
): Promise<string> => {
  if (!canInvite(config, member)) throw new HttpError('invitations-not-allowed')
  return withLockedMember(sql, member.id, async (tx) => {
    if ((await query.countOpenInvitations(tx, member.id)) >= MAX_OPEN_INVITATIONS)
      throw new HttpError('too-many-invitations')
    const token = createSessionToken()
    await query.insertInvitation(tx, { userId: member.id, tokenHash: hashSessionToken(token), ...fields })
    return `${config.publicUrl}${paths.invitation(token)}`
  })
}

const COOKIE_SECONDS = 7 * 86_400
const TOKEN = /^[\w-]{20,100}$/

const cookieName = (publicUrl: string): string => getProviderCookieName(publicUrl, 'invitation')

/** Lets this browser create an account with an invitation within a week. */
export const setInvitationCookie = (reply: FastifyReply, { publicUrl }: Settings, token: string): void => {
  reply.setCookie(cookieName(publicUrl), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: COOKIE_SECONDS,
  })
}

/** Returns the hash of the invitation that this browser has accepted, or null. */
export const readInvitation = (
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Buffer | null => hashInvitation(cookies[cookieName(publicUrl)] ?? '')

export const hashInvitation = (token: string): Buffer | null =>
  TOKEN.test(token) ? hashSessionToken(token) : null
