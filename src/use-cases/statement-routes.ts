import type { FastifyInstance } from 'fastify'
import * as contract from '#features/moderation/contract-statements.ts'
import { selectAppeals } from '#features/moderation/server/appeals-query.ts'
import { selectOwnDecisions } from '#features/moderation/server/statements-query.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { answerAppeal } from './answer-appeal.ts'
import { appealDecision } from './appeal-decision.ts'
import { readStatement } from './read-statement.ts'

/** Registers statements of reasons and appeals (docs/spec/moderation.md#statements-of-reasons). */
export const statementRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, contract.listOwnDecisions, ({ member, query }) => selectOwnDecisions(sql, member, query))
  serveEndpoint(app, contract.getStatement, ({ member, params }) => readStatement(sql, member, params.id))
  serveEndpoint(app, contract.appealDecision, async ({ member, params, body }) => {
    await appealDecision(sql, member, params.id, body.words)
    return {}
  })
  serveEndpoint(app, contract.listAppeals, ({ member, query }) => selectAppeals(sql, member, query))
  serveEndpoint(app, contract.answerAppeal, async ({ member, params, body }) => {
    await answerAppeal({ sql, log: app.log }, member, params.id, body)
    return {}
  })
}
