import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import * as mentions from '#features/members/contract-mentions.ts'
import { canSeeProfile } from '#features/members/policy.ts'
import { selectProfileOwner } from '#features/members/server/profile-query.ts'
import type { Database } from '#server/database/connect.ts'
import { PRIVATE_NO_STORE } from '#server/http/error-handler.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import { listMemberComments } from '../contract-member.ts'
import { listMoreComments, listPrivateComments } from './list-comments.ts'
import { selectMemberComments } from './member-comments-query.ts'
import { suggestMentions } from './suggest-mentions.ts'

const MEMBER_COMMENTS_PER_PAGE = 20

export const commentRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serveEndpoint(app, contract.listComments, async ({ viewer, params, query, reply }) => {
    if (query.privateId !== undefined) reply.header('cache-control', PRIVATE_NO_STORE)
    return listMoreComments(database, viewer, params.id, query)
  })

  serveEndpoint(app, contract.listPrivateComments, async ({ viewer, params, query }) =>
    listPrivateComments(database, viewer, params.privateId, query),
  )

  serveEndpoint(app, listMemberComments, ({ params, query: { before }, viewer, read }) =>
    read(async (reads) => {
      const owner = await selectProfileOwner(reads, viewer, params.username)
      if (!owner) throw new HttpError('user-not-found')
      if (!canSeeProfile(viewer, owner)) return { comments: [], before: null }
      const rows = await selectMemberComments(reads, viewer, owner.id, before, MEMBER_COMMENTS_PER_PAGE + 1)
      const comments = rows.slice(0, MEMBER_COMMENTS_PER_PAGE)
      const hasMore = rows.length > MEMBER_COMMENTS_PER_PAGE
      return { comments, before: (hasMore && comments.at(-1)?.id) || null }
    }),
  )

  serveEndpoint(app, mentions.suggestMentions, ({ member, query, read }) =>
    read((reads) => suggestMentions(reads, member, query)),
  )
}
