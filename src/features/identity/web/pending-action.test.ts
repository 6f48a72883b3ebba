import { beforeEach, describe, expect, it, vi } from 'vitest'
import { continuePending, dropPending, keepPending, onSignedIn, pendingPath } from './pending-action.ts'

describe('a pending action is continued after successful login', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })

  it('by the handler of its kind, once', () => {
    const reveal = vi.fn()
    const bookmark = vi.fn()
    const forget = [onSignedIn('reveal', reveal), onSignedIn('bookmark', bookmark)]
    keepPending({ path: '/post/7', action: { kind: 'reveal', postId: 7 } })
    expect(pendingPath()).toBe('/post/7')
    expect(reveal).not.toHaveBeenCalled()
    continuePending()
    continuePending()
    expect(reveal.mock.calls).toEqual([[{ kind: 'reveal', postId: 7 }]])
    expect(bookmark).not.toHaveBeenCalled()
    expect(pendingPath()).toBeNull()
    for (const one of forget) one()
  })

  it('by a handler that comes with a page that is opened afterwards', () => {
    keepPending({ path: '/optimize', action: { kind: 'optimize', prompt: 'Write a poem', models: [] } })
    continuePending()
    const optimize = vi.fn()
    onSignedIn('optimize', optimize)()
    expect(optimize).toHaveBeenCalledWith({ kind: 'optimize', prompt: 'Write a poem', models: [] })
  })

  it('not before the person has signed in, and not when they gave up', () => {
    keepPending({ path: '/', action: { kind: 'publish' } })
    const publish = vi.fn()
    const forget = onSignedIn('publish', publish)
    dropPending()
    continuePending()
    expect(publish).not.toHaveBeenCalled()
    forget()
  })
})
