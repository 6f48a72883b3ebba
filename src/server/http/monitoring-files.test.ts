import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/database.ts'

it.each(['alerts.yml', 'grafana-dashboard.json'])('%s names only metrics that exist', async (file) => {
  const app = await buildTestApp(await createTestDatabase())
  await app.inject('/api/posts')
  const { body } = await app.inject('/metrics')
  const existing = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const text = readFileSync(path.join(projectRoot, 'docs/monitoring', file), 'utf8')
  const used = [...text.matchAll(/\b(?:http|database|work|job_queue|replica|nodejs|process)_\w+/g)].map(
    ([name]) => name.replace(/_(count|bucket|sum)$/, ''),
  )
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((name) => !existing.has(name))).toEqual([])
})
