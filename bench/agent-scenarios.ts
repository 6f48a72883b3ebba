import type { Database } from '#server/database/connect.ts'
import { seedApiToken } from '../tests/support/builders.ts'
import { createQuerySource, type Scenario } from './scenarios.ts'

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Returns a program's search over the Model Context Protocol, beside the request to the API that the tool sends. */
export const createAgentScenarios = async (database: Database): Promise<Scenario[]> => {
  const token = await seedApiToken(database, { id: 1 }, ['read', 'private'])
  const nextQuery = await createQuerySource(database)
  return [
    {
      name: 'search over MCP, compared with the API',
      method: 'POST',
      path: () => '/mcp',
      headers: {
        ...token,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'search_prompts',
      },
      vary: () => {
        const input = { query: nextQuery().replaceAll('+', ' '), limit: 10 }
        const params = { _meta: META, name: 'search_prompts', arguments: input }
        return { headers: {}, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) }
      },
      baselineRequest: { name: '', path: () => `/api/search?limit=10&q=${nextQuery()}`, headers: token },
      target: '≥ 0.77 of the API (a cost of at most 1.3)',
    },
  ]
}
