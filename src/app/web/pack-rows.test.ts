import { expect, it } from 'vitest'
import { packRows, unpackRows } from './pack-rows.ts'

const throughJson = (value: unknown): unknown => unpackRows(JSON.parse(JSON.stringify(packRows(value))))

it('restores what it has packed', () => {
  const values = [
    null,
    'text',
    [],
    [1, 2, 3],
    [[{ a: 1 }], [{ a: 1 }]],
    [{ a: 1 }],
    [{ a: 1 }, { a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, null],
    [{}, {}],
    [
      { a: null, b: [] },
      { a: null, b: [] },
    ],
    [
      { a: null, b: [] },
      { a: false, b: [1] },
    ],
    {
      pages: [
        [
          { user: { id: 1 }, tags: [{ n: 1 }, { n: 2 }] },
          { user: { id: 2 }, tags: [] },
        ],
      ],
      pageParams: [0],
    },
  ]
  for (const value of values) expect(throughJson(value)).toEqual(value)
})

it('writes a shared key and a shared value once', () => {
  const posts = Array.from({ length: 10 }, (_, id) => ({ id, isPrivate: false, title: `Title ${id}` }))
  const json = JSON.stringify(packRows(posts))
  for (const text of ['isPrivate', 'false', 'title']) expect(json.split(text)).toHaveLength(2)
})

it('leaves out keys without a value, as JSON does', () => {
  expect(throughJson([{ a: 1, b: undefined }, { a: 2 }])).toEqual([{ a: 1 }, { a: 2 }])
  expect(throughJson([{ a: undefined }, { a: 2 }])).toEqual([{}, { a: 2 }])
})

it('leaves dates as texts, which differ from row to row', () => {
  const [first, second] = [new Date(0), new Date(1)]
  expect(throughJson([{ createdAt: first }, { createdAt: second }])).toEqual([
    { createdAt: first.toISOString() },
    { createdAt: second.toISOString() },
  ])
})
