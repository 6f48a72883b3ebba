import type { FastifyInstance } from 'fastify'
import { deleteMemberBlock, selectBlockedMembers } from '#features/members/server/blocks-query.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { listBlockedMembers, unblockMember } from '../contract-blocks.ts'

const BLOCKED_PER_PAGE = 50

/** Registers the list of whom a member blocks. Blocking is a use case. */
export const blockRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, unblockMember, async ({ member, params }) => {
    await deleteMemberBlock(sql, member.id, params.id)
    return { isBlocked: false }
  })

  serveEndpoint(app, listBlockedMembers, async ({ member, query: { before = 2_147_483_647 } }) => {
    const rows = await selectBlockedMembers(sql, member.id, before, BLOCKED_PER_PAGE + 1)
    const page = rows.slice(0, BLOCKED_PER_PAGE)
    return {
      members: page.map(({ blockId: _, ...member }) => member),
      before: (rows.length > page.length && page.at(-1)?.blockId) || null,
    }
  })
}
