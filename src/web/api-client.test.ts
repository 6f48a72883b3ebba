import { expect, test, vi } from 'vitest'
import type { addBookmark, getBookmark } from '#features/bookmarks/contract.ts'
import type { addComment } from '#features/comments/contract.ts'
import {
  ApiError,
  callApi,
  onForbidden,
  onUnauthorized,
  setSessionHandlersLoader,
  setTransport,
} from './api-client.ts'

// The first two tests use the transport over HTTP, which the others replace.
test('a write names what was read', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  const input = { body: { postId: 1, content: 'a' } }
  await callApi<typeof addComment>('POST /api/comments', input, { ifMatch: '7' })
  await callApi<typeof addComment>('POST /api/comments', input)
  const type = { 'content-type': 'application/json' }
  expect(fetch.mock.calls.map(([, { headers }]) => headers)).toEqual([{ ...type, 'if-match': '"7"' }, type])
  vi.unstubAllGlobals()
})

test('a small write outlives the page that sent it, but a read or a large write does not', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  const params = { id: 1 }
  await callApi<typeof addBookmark>('POST /api/posts/:id/bookmark', { params })
  await callApi<typeof getBookmark>('GET /api/posts/:id/bookmark', { params })
  await callApi<typeof addComment>('POST /api/comments', { body: { postId: 1, content: 'a' } })
  await callApi<typeof addComment>('POST /api/comments', { body: { postId: 1, content: 'a'.repeat(9_000) } })
  expect(fetch.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false, true, false])
  vi.unstubAllGlobals()
})

test.each([
  ['502 Bad Gateway', '', 'Bad Gateway', '502: Bad Gateway'],
  ['404 with a body', '{"message":"Post not found"}', 'Not Found', '404: {"message":"Post not found"}'],
])(
  'a failed request (%s) becomes an error with the body, or with the status text if the body is empty',
  async (...args) => {
    const [name, body, statusText, message] = args
    const status = Number(name.slice(0, 3))
    vi.stubGlobal('fetch', async () => new Response(body, { status, statusText }))
    await expect(
      callApi<typeof getBookmark>('GET /api/posts/:id/bookmark', { params: { id: 1 } }),
    ).rejects.toMatchObject({ message })
    vi.unstubAllGlobals()
  },
)

test.each([
  ['a message of the server', '{"message":"Post not found"}', 'Post not found'],
  ['a line of a proxy', 'upstream connect error', ''],
  ['a page of a proxy', '\n<html><h1>502 Bad Gateway</h1></html>', ''],
  ['JSON of somebody else', '{"error":"upstream"}', ''],
  ['a message that is no text', '{"message":{"code":429}}', ''],
  ['JSON without fields', 'null', ''],
  ['a JSON text', '"Too many requests"', ''],
])('shows people of a failed request %s', (_, body, message) => {
  expect(new ApiError(502, body).userMessage).toBe(message)
})

test('takes no list of faulty fields from what a proxy answers', () => {
  expect(new ApiError(502, '{"issues":"none"}').fieldErrors).toEqual([])
})

test('reports a 403 to the handler, and to one whose code is still loading', async () => {
  setTransport(async () => ({ status: 403, body: '{"message":"Your account is muted"}' }))
  const refused = () =>
    expect(
      callApi<typeof addComment>('POST /api/comments', { body: { postId: 1, content: 'a' } }),
    ).rejects.toBeInstanceOf(ApiError)
  const tell = vi.fn()
  setSessionHandlersLoader(async () => onForbidden(tell))
  await refused()
  expect(tell).toHaveBeenCalledTimes(1)
  setSessionHandlersLoader(null)
  await refused()
  expect(tell).toHaveBeenCalledTimes(2)
  onForbidden(null)
})

test('repeats a call after a 401 that arrived before the code of its handler', async () => {
  let isSignedIn = false
  setTransport(async () => ({ status: isSignedIn ? 200 : 401, body: '{}' }))
  setSessionHandlersLoader(async () =>
    onUnauthorized(async () => {
      isSignedIn = true
      return true
    }),
  )
  await callApi<typeof addComment>('POST /api/comments', { body: { postId: 1, content: 'a' } })
  expect(isSignedIn).toBe(true)
  setSessionHandlersLoader(null)
  onUnauthorized(null)
})

test('the compiler checks the method, the path and the input of a call', async () => {
  setTransport(async () => ({ status: 200, body: '{}' }))
  const input = { params: { id: 1 } }
  await callApi<typeof getBookmark>('GET /api/posts/:id/bookmark', input)
  // @ts-expect-error: the endpoint has a different method.
  await callApi<typeof getBookmark>('PUT /api/posts/:id/bookmark', input)
  // @ts-expect-error: the endpoint has a different path.
  await callApi<typeof getBookmark>('GET /api/posts/:id', input)
  // @ts-expect-error: the endpoint has different parameters.
  await callApi<typeof getBookmark>('GET /api/posts/:id/bookmark', { params: { name: 'a' } })
  // @ts-expect-error: a call must name its endpoint as a type argument.
  await callApi('GET /api/posts/:id/bookmark', input)
})

test('turns the dates of a response into `Date`s, at any depth', async () => {
  const time = '2026-01-02T03:04:05.678Z'
  const reply = { createdAt: time, editedAt: null, content: time, replies: [{ updatedAt: time }] }
  setTransport(async () => ({ status: 200, body: JSON.stringify(reply) }))
  const date = new Date(time)
  expect(
    await callApi<typeof addComment>('POST /api/comments', { body: { postId: 1, content: 'a' } }),
  ).toEqual({
    createdAt: date,
    editedAt: null,
    content: time,
    replies: [{ updatedAt: date }],
  })
})
