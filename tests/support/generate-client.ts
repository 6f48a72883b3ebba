import { createClient } from '@hey-api/openapi-ts'

type Operation = { responses: Record<string, unknown>; security?: Record<string, unknown>[] }
type Document = { paths: Record<string, Record<string, Operation>> }

/**
 * Generates the TypeScript client of an OpenAPI document into a folder: of the operations that accept a token, as
 * programs have no session. Each operation's list of its errors is left out. All errors have the type `Error`, and the
 * lists would be half of the client.
 */
export const generateClient = async (document: string, folder: string): Promise<void> => {
  const input: Document = JSON.parse(document)
  for (const operations of Object.values(input.paths))
    for (const [method, { responses, security = [] }] of Object.entries(operations)) {
      if (!security.some(({ token }) => token)) delete operations[method]
      for (const status of Object.keys(responses)) if (/^[45]/.test(status)) delete responses[status]
    }
  await createClient({
    input,
    output: { path: folder, importFileExtension: '.ts' },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/typescript', '@hey-api/client-fetch', { name: '@hey-api/sdk', auth: false }],
  })
}
