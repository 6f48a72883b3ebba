import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { FileStore } from '#server/media/file-store.ts'
import { seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { exportAccount } from './export-account.ts'

const database = await createTestDatabase()

it('lets other requests have their turn while it writes many long texts', async () => {
  const { id: userId } = await seedUser(database)
  const pages = [
    Array.from({ length: 40 }, (_, index) => ({ id: index + 1, prompt: 'x'.repeat(200_000) })),
    [],
  ]
  const sections = [{ name: 'posts', list: async () => pages.shift() ?? [] }]
  let isDone = false
  let inThisTurn = 0
  let longest = 0
  const countTurns = async () => {
    while (!isDone) {
      await nextTurn()
      longest = Math.max(longest, inThisTurn)
      inThisTurn = 0
    }
  }
  const counting = countTurns()
  const parts: string[] = []
  for await (const part of exportAccount(sections, { sql: database.sql, files: {} as FileStore, userId })) {
    parts.push(part)
    inThisTurn += part.length
  }
  isDone = true
  await counting
  expect(JSON.parse(parts.join('')).posts).toHaveLength(40)
  expect(longest).toBeLessThan(1_000_000)
})
