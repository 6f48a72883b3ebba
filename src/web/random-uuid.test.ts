import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { randomUuid } from './random-uuid.ts'

test('generates a different version 4 UUID each time', () => {
  const uuids = Array.from({ length: 100 }, randomUuid)
  for (const uuid of uuids) expect(z.uuidv4().safeParse(uuid).success, uuid).toBe(true)
  expect(new Set(uuids).size).toBe(100)
})
