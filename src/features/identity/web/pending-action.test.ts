import { beforeEach, describe, expect, it, vi } from 'vitest'
import { continuePending, dropPending, keepPending, onSignedIn, pendingPath } from './pending-action.ts'

describe('A pending action', () => {
  beforeEach(() => {
    const storage = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    })
  })

  it('is performed once, by the handler of its kind', () => {
    const reveal = vi.fn()
    const bookmark = vi.fn()
    const unregister = [onSignedIn('reveal', reveal), onSignedIn('bookmark', bookmark)]
    keepPending({ path: '/post/7', action: { kind: 'reveal', postId: 7 } })
    expect(pendingPath()).toBe('/post/7')
    expect(reveal).not.toHaveBeenCalled()
    continuePending()
    continuePending()
    expect(reveal.mock.calls).toEqual([[{ kind: 'reveal', postId: 7 }]])
    expect(bookmark).not.toHaveBeenCalled()
    expect(pendingPath()).toBeNull()
    for (const remove of unregister) remove()
  })

  it('is performed by a handler that is registered after the sign-in', () => {
    keepPending({ path: '/optimize', action: { kind: 'optimize', prompt: 'Write a poem', models: [] } })
    continuePending()
    const optimize = vi.fn()
    onSignedIn('optimize', optimize)()
    expect(optimize).toHaveBeenCalledWith({ kind: 'optimize', prompt: 'Write a poem', models: [] })
  })

  it('is not performed before the sign-in or after it was cancelled', () => {
    keepPending({ path: '/', action: { kind: 'publish' } })
    const publish = vi.fn()
    const unregister = onSignedIn('publish', publish)
    dropPending()
    continuePending()
    expect(publish).not.toHaveBeenCalled()
    unregister()
  })
})
