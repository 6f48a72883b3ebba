import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import * as follows from '#features/members/server/member-follows-query.ts'
import { withLockedMember } from '#features/members/server/members-query.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import {
  followMember,
  listFollowedMembers,
  listRecentlyFollowedMembers,
  unfollowMember,
} from '../contract-follows.ts'

export const memberFollowRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, followMember, async ({ member, params }) => {
    if (member.id === params.id) throw new HttpError('cannot-follow-yourself')
    const isFollowed = await withLockedMember(sql, member.id, (tx) =>
      follows.insertMemberFollow(tx, member.id, params.id),
    )
    if (isFollowed === null) throw new HttpError('too-many-follows')
    if (!isFollowed) throw new HttpError('user-not-found')
    return { isFollowed }
  })

  serveEndpoint(app, unfollowMember, async ({ member, params }) => {
    if (!(await follows.deleteMemberFollow(sql, member.id, params.id))) throw new HttpError('user-not-found')
    return { isFollowed: false }
  })

  serveEndpoint(app, listFollowedMembers, ({ member }) => follows.selectFollowedMembers(sql, member.id))
  serveEndpoint(app, listRecentlyFollowedMembers, ({ member }) =>
    follows.selectRecentlyFollowedMembers(sql, member.id),
  )
}
