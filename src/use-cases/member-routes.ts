import type { FastifyInstance } from 'fastify'
import { createInvalidFieldError } from '#core/http-error.ts'
import { deleteAccount } from '#features/profiles/contract-account.ts'
import * as blocks from '#features/profiles/contract-blocks.ts'
import { accountMessages } from '#features/profiles/contract-messages.ts'
import * as mutes from '#features/profiles/contract-mutes.ts'
import * as requests from '#features/requests/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { requireCompletedProfile } from '#server/session/guards.ts'
import { clearSessionCookie } from '#server/session/session-cookie.ts'
import { addMute } from './add-mute.ts'
import { blockMember } from './block-member.ts'
import { deleteUser } from './delete-user.ts'
import { requestTopic } from './request-topic.ts'

/** Registers what members do with their account and other members, and ask of the admins. */
export const memberRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, deleteAccount, async ({ member, body, reply }) => {
    const { id, username, isSuspended } = member
    if (!isSuspended) requireCompletedProfile(member)
    if (body.confirm !== username)
      throw createInvalidFieldError('confirm', accountMessages.confirmationRequired)
    await deleteUser({ sql, config, log: app.log }, id)
    clearSessionCookie(reply, config.publicUrl)
    return {}
  })

  serveEndpoint(app, blocks.blockMember, async ({ member, params }) => {
    await blockMember(sql, member, params.id)
    return { isBlocked: true }
  })

  serveEndpoint(app, mutes.addMute, ({ member, body }) => addMute(sql, member, body))

  serveEndpoint(app, requests.requestTopic, async ({ member, body }) => ({
    id: await requestTopic(sql, member, body),
  }))
}
