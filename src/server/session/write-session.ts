import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { sessionCookie } from './read-session.ts'

const DAYS_MOST = 30

export const newSessionToken = (): string => randomBytes(32).toString('base64url')

const attributes = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:'),
})

/** Gives this browser a session; the answer is nobody else's. */
export const setSessionCookie = (reply: FastifyReply, publicUrl: string, token: string): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .setCookie(sessionCookie(publicUrl), token, { ...attributes(publicUrl), maxAge: DAYS_MOST * 86_400 })

export const clearSessionCookie = (reply: FastifyReply, publicUrl: string): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .clearCookie(sessionCookie(publicUrl), attributes(publicUrl))
