import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { countPostVotes } from '#features/posts/contract.ts'
import { countVotesOnPosts } from '#features/posts/contract-bulk.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { getVote } from '../contract.ts'
import { countVotesOnOwnPost, countVotesOnOwnPosts } from './count-votes.ts'
import { selectVote } from './store.ts'

export const voteRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, getVote, async ({ member, params }) => {
    const vote = await selectVote(sql, member, params.id)
    if (!vote) throw new HttpError('vote-target-not-found')
    return vote
  })

  serveEndpoint(app, countPostVotes, async ({ member, params }) => ({
    count: await countVotesOnOwnPost(sql, member, params.id),
  }))

  serveEndpoint(app, countVotesOnPosts, async ({ member, query }) => ({
    count: await countVotesOnOwnPosts(sql, member, query.ids),
  }))
}
