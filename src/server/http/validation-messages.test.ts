import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setValidationMessages } from './validation-messages.ts'

setValidationMessages()

const schema = z.object({
  value: z.literal([1, -1]),
  flag: z.boolean(),
  count: z.int().check(z.minimum(1), z.maximum(9)),
  names: z.array(z.string()).check(z.maxLength(2)),
  key: z.uuid(),
  choice: z.union([z.string(), z.number()]),
})
const good = { value: 1, flag: true, count: 3, names: [], key: crypto.randomUUID(), choice: 1 }

it.each([
  [{ value: 5 }, 'value must be one of 1, -1'],
  [{ value: undefined }, 'value is required'],
  [{ flag: 'yes' }, 'flag must be true or false'],
  [{ count: '3' }, 'count must be a number'],
  [{ count: 1.5 }, 'count must be a whole number'],
  [{ count: 0 }, 'count must be at least 1'],
  [{ count: 10 }, 'count must be at most 9'],
  [{ names: 'a' }, 'names must be a list'],
  [{ names: [1] }, 'names.0 must be text'],
  [{ names: ['a', 'b', 'c'] }, 'names must have at most 2 items'],
  [{ key: 'x' }, 'key must be a UUID'],
  [{ choice: true }, 'choice is not valid'],
])('reports %j as "%s"', (wrong, message) => {
  const result = z.safeParse(schema, { ...good, ...wrong })
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('reports a body that is not an object', () => {
  expect(z.safeParse(schema, null).error?.issues[0]?.message).toBe('The request body must be an object')
})
