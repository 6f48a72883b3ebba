import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newUuid } from './new-uuid.ts'

test('what is made is a UUID of version 4, each time another', () => {
  const made = Array.from({ length: 100 }, newUuid)
  for (const uuid of made) expect(z.uuidv4().safeParse(uuid).success, uuid).toBe(true)
  expect(new Set(made).size).toBe(100)
})
