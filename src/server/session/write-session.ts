import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { sessionCookie } from './read-session.ts'

const MAX_AGE_DAYS = 30

export const newSessionToken = (): string => randomBytes(32).toString('base64url')

const cookieAttributes = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:'),
})

/** Sets the session cookie. The response is personal, so no cache may store it. */
export const setSessionCookie = (reply: FastifyReply, publicUrl: string, token: string): FastifyReply =>
  reply.header('cache-control', 'private, no-store').setCookie(sessionCookie(publicUrl), token, {
    ...cookieAttributes(publicUrl),
    maxAge: MAX_AGE_DAYS * 86_400,
  })

export const clearSessionCookie = (reply: FastifyReply, publicUrl: string): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .clearCookie(sessionCookie(publicUrl), cookieAttributes(publicUrl))
