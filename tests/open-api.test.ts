import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database, { PUBLIC_URL: 'https://prompts.example' })

it("follows Redocly's recommended rules", async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // The rule does not see that two similar paths have different methods.
    rules: { 'no-ambiguous-paths': 'off' },
  })
  const { body } = await app.inject('/api/openapi.json')
  const problems = await lintFromString({ source: body, absoluteRef: 'openapi.json', config })
  const listed = problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`,
  )
  expect(listed).toEqual([])
})
