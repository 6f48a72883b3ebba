import { afterEach, beforeEach, expect, test } from 'vitest'
import { setTransport } from '#web/call.ts'
import { EMPTY } from '../form/post-values.ts'
import { publish } from './publish.ts'

type Asked = { method: string; url: string; body: Record<string, unknown> }

const asked: Asked[] = []
let posts: Map<unknown, Record<string, unknown>>

// A server that keeps the first post of each key, as the site's does.
beforeEach(() => {
  asked.length = 0
  posts = new Map()
  setTransport(async (url, { method, body: text = '{}' }) => {
    const body = JSON.parse(text)
    asked.push({ method, url, body })
    if (method === 'POST' && !posts.has(body.requestKey))
      posts.set(body.requestKey, {
        id: posts.size + 1,
        ...body,
        topicId: body.isPrivate ? null : body.topicId,
      })
    const made = posts.get(body.requestKey) ?? {}
    return { status: 200, body: JSON.stringify(method === 'PATCH' ? { ...made, ...body } : made) }
  })
})
afterEach(() => setTransport(() => Promise.reject(new Error('No network'))))

const sent = {
  ...EMPTY,
  ...{ title: 'One', description: 'Words', prompt: 'Do it', topicId: 4 },
  ...{ exampleFiles: [] as string[], requestKey: 'k' },
}
const FIRST = { wasTried: false, hasOtherFiles: false }
const AGAIN = { wasTried: true, hasOtherFiles: false }
const ways = () => asked.map(({ method, url }) => `${method} ${url}`)

test('one call is enough where nothing went wrong, and on a plain retry', async () => {
  expect(await publish(sent, FIRST)).toMatchObject({ id: 1 })
  expect(await publish(sent, AGAIN)).toMatchObject({ id: 1 })
  expect(ways()).toEqual(['POST /api/posts', 'POST /api/posts'])
})

test('words changed after a try that had arrived are not lost', async () => {
  await publish(sent, FIRST)
  expect(await publish({ ...sent, title: 'Two', exampleFiles: ['data:x'] }, AGAIN)).toMatchObject({
    title: 'Two',
  })
  expect(ways().slice(1)).toEqual(['POST /api/posts', 'PATCH /api/posts/1'])
  expect(asked.at(-1)?.body).toMatchObject({ title: 'Two', exampleFiles: ['data:x'] })
})

test('files changed after a try that had arrived take the place of those before', async () => {
  await publish({ ...sent, exampleFiles: ['data:a'] }, FIRST)
  await publish({ ...sent, exampleFiles: ['data:b'] }, { wasTried: true, hasOtherFiles: true })
  expect(asked.at(-1)).toMatchObject({ method: 'PATCH', body: { exampleFiles: ['data:b'] } })
})

test('a post that was to be private after all does not stay public', async () => {
  await publish(sent, FIRST)
  const made = await publish({ ...sent, isPrivate: true, topicId: null }, AGAIN)
  expect(made).toMatchObject({ isPrivate: true, id: 2 })
  expect(ways().slice(1)).toEqual(['POST /api/posts', 'DELETE /api/posts/1', 'POST /api/posts'])
})

test("another tab's post under the same key is left alone", async () => {
  await publish({ ...sent, title: 'Of the other tab' }, FIRST)
  expect(await publish(sent, FIRST)).toMatchObject({ id: 2, title: 'One' })
  expect(ways()).toEqual(['POST /api/posts', 'POST /api/posts', 'POST /api/posts'])
})
