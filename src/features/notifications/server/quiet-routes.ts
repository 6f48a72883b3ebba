import type { FastifyInstance } from 'fastify'
import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { canReadPost } from '#features/posts/server/access-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract-quiet.ts'
import * as mutes from './post-mutes-query.ts'
import * as quiet from './quiet-hours-query.ts'
import { getMinuteOfDay } from './time-zones.ts'

/** Registers the settings that keep notifications quiet: hours without emails, and muted posts. Muting one is a use case. */
export const quietRoutes = (app: FastifyInstance, { sql }: { sql: Sql }): void => {
  serveEndpoint(app, contract.getQuietHours, async ({ member }) => ({
    quietHours: await quiet.selectQuietHours(sql, member.id),
  }))

  serveEndpoint(app, contract.setQuietHours, async ({ member, body: { quietHours } }) => {
    if (quietHours === null) await quiet.deleteQuietHours(sql, member.id)
    else {
      if (quietHours.fromMinute === quietHours.toMinute)
        throw createInvalidFieldError('quietHours.toMinute', 'Choose an end that differs from the beginning')
      if (getMinuteOfDay(quietHours.timeZone, new Date()) === null)
        throw createInvalidFieldError('quietHours.timeZone', 'This is not a time zone')
      await quiet.upsertQuietHours(sql, member.id, quietHours)
    }
    return { quietHours }
  })

  serveEndpoint(app, contract.getPostMute, async ({ member, params: { id } }) => {
    if (!(await canReadPost(sql, member, id, undefined))) throw new HttpError('post-not-found')
    return { isMuted: await mutes.selectPostMute(sql, member.id, id) }
  })

  serveEndpoint(app, contract.unmutePost, async ({ member, params: { id } }) => {
    await mutes.deletePostMute(sql, member.id, id)
    return { isMuted: false }
  })
}
