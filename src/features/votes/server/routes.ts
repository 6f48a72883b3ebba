import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { countPostVotes } from '#features/posts/contract.ts'
import { countVotesOfPosts } from '#features/posts/contract-bulk.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { castVote as castEndpoint, getVote } from '../contract.ts'
import { castVote } from './cast-vote.ts'
import { countVotesOnOwnPost, countVotesOnOwnPosts } from './count-votes.ts'
import { selectVote } from './store.ts'

export const voteRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serve(app, castEndpoint, ({ member, body }) => castVote(sql, member, body))

  serve(app, getVote, async ({ member, params }) => {
    const vote = await selectVote(sql, member, params.id)
    if (!vote) throw new HttpError('vote-target-not-found')
    return vote
  })

  serve(app, countPostVotes, async ({ member, params }) => ({
    count: await countVotesOnOwnPost(sql, member, params.id),
  }))

  serve(app, countVotesOfPosts, async ({ member, query }) => ({
    count: await countVotesOnOwnPosts(sql, member, query.ids),
  }))
}
