import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { revealPost } from '../contract-reveals.ts'
import { revealPrompt } from './store.ts'
import { findParticipationError } from './visibility-query.ts'

export const revealRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, revealPost, async ({ member, body: { postId } }) => {
    const prompt = await revealPrompt(sql, member, postId)
    if (prompt === null) throw await findParticipationError(sql, member, postId, 'post-not-found')
    return { postId, prompt }
  })
}
