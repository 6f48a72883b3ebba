import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNonDefaultValue } from '#tests/support/post-values.ts'
import { setTransport } from '#web/api-client.ts'
import { postFieldNames } from '../../contract-fields.ts'
import { EMPTY_POST } from '../form/post-values.ts'
import { submitPost } from './submit-post.ts'

type RecordedRequest = { method: string; url: string; body: Record<string, unknown> }

const requests: RecordedRequest[] = []
let posts: Map<unknown, Record<string, unknown>>

// Stores only the first post for each idempotency key, like the real server.
beforeEach(() => {
  requests.length = 0
  posts = new Map()
  setTransport(async (url, { method, body: text = '{}' }) => {
    const body = JSON.parse(String(text))
    requests.push({ method, url, body })
    if (method === 'POST' && !posts.has(body.requestKey))
      posts.set(body.requestKey, {
        id: posts.size + 1,
        ...body,
        topicId: body.isPrivate ? null : body.topicId,
      })
    const post = posts.get(body.requestKey) ?? {}
    return { status: 200, body: JSON.stringify(method === 'PATCH' ? { ...post, ...body } : post) }
  })
})
afterEach(() => setTransport(() => Promise.reject(new Error('No network'))))

const submission = {
  ...EMPTY_POST,
  title: 'One',
  description: 'Words',
  prompt: 'Do it',
  topicId: 4,
  exampleFiles: [] as string[],
  requestKey: 'k',
  draftId: 'k',
}
const FIRST_ATTEMPT = { wasTried: false, hasOtherFiles: false }
const RETRY = { wasTried: true, hasOtherFiles: false }
const calls = () => requests.map(({ method, url }) => `${method} ${url}`)

test('needs one call for a first attempt and for a plain retry', async () => {
  expect(await submitPost(submission, FIRST_ATTEMPT)).toMatchObject({ id: 1 })
  expect(await submitPost(submission, RETRY)).toMatchObject({ id: 1 })
  expect(calls()).toEqual(['POST /api/posts', 'POST /api/posts'])
})

test('updates the post if its text changed after an attempt that had reached the server', async () => {
  await submitPost(submission, FIRST_ATTEMPT)
  expect(await submitPost({ ...submission, title: 'Two', exampleFiles: ['data:x'] }, RETRY)).toMatchObject({
    title: 'Two',
  })
  expect(calls().slice(1)).toEqual(['POST /api/posts', 'PATCH /api/posts/1'])
  expect(requests.at(-1)?.body).toMatchObject({ title: 'Two', exampleFiles: ['data:x'] })
})

test.each(postFieldNames)('updates the post if only its %s changed', async (name) => {
  await submitPost(submission, FIRST_ATTEMPT)
  const changed = createNonDefaultValue(name)
  await submitPost({ ...submission, [name]: changed }, RETRY)
  expect(requests.at(-1)).toMatchObject({ method: 'PATCH', body: { [name]: changed } })
})

test('replaces the files if they changed after an attempt that had reached the server', async () => {
  await submitPost({ ...submission, exampleFiles: ['data:a'] }, FIRST_ATTEMPT)
  await submitPost({ ...submission, exampleFiles: ['data:b'] }, { wasTried: true, hasOtherFiles: true })
  expect(requests.at(-1)).toMatchObject({ method: 'PATCH', body: { exampleFiles: ['data:b'] } })
})

test('deletes the public post if the member has since made it private', async () => {
  await submitPost(submission, FIRST_ATTEMPT)
  const post = await submitPost({ ...submission, isPrivate: true, topicId: null }, RETRY)
  expect(post).toMatchObject({ isPrivate: true, id: 2 })
  expect(calls().slice(1)).toEqual(['POST /api/posts', 'DELETE /api/posts/1', 'POST /api/posts'])
})

test('does not touch the post that another tab created with the same key', async () => {
  await submitPost({ ...submission, title: 'Of the other tab' }, FIRST_ATTEMPT)
  expect(await submitPost(submission, FIRST_ATTEMPT)).toMatchObject({ id: 2, title: 'One' })
  expect(calls()).toEqual(['POST /api/posts', 'POST /api/posts', 'POST /api/posts'])
})
