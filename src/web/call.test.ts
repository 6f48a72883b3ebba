import { expect, test, vi } from 'vitest'
import { addBookmark, getBookmark } from '#features/bookmarks/contract.ts'
import { addComment } from '#features/comments/contract.ts'
import { CallError, call, onForbidden, setTransport } from './call.ts'

// First: the next test gives `call` another way to send.
test('a small write outlives the page that sent it; a read does not, nor what browsers would refuse to let', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  const params = { id: 1 }
  await call(addBookmark, { params })
  await call(getBookmark, { params })
  await call(addComment, { body: { postId: 1, content: 'a' } })
  await call(addComment, { body: { postId: 1, content: 'a'.repeat(9_000) } })
  expect(fetch.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false, true, false])
  vi.unstubAllGlobals()
})

test('a 403 is told to who listens, and to who listens only later, once', async () => {
  setTransport(async () => ({ status: 403, body: '{"message":"Your account is muted"}' }))
  const refused = () =>
    expect(call(addComment, { body: { postId: 1, content: 'a' } })).rejects.toBeInstanceOf(CallError)
  await refused()
  const tell = vi.fn()
  onForbidden(tell)
  expect(tell).toHaveBeenCalledTimes(1)
  await refused()
  expect(tell).toHaveBeenCalledTimes(2)
  onForbidden(null)
  onForbidden(tell)
  expect(tell).toHaveBeenCalledTimes(2)
})
