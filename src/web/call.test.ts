import { expect, test, vi } from 'vitest'
import { addComment } from '#features/comments/contract.ts'
import { CallError, call, onForbidden, setTransport } from './call.ts'

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
