import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearPendingAction,
  getPendingPath,
  registerPendingActionHandler,
  runPendingAction,
  savePendingAction,
} from './pending-action.ts'

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
    const unregister = [
      registerPendingActionHandler('reveal', reveal),
      registerPendingActionHandler('bookmark', bookmark),
    ]
    savePendingAction({ path: '/post/7', action: { kind: 'reveal', postId: 7 } })
    expect(getPendingPath()).toBe('/post/7')
    expect(reveal).not.toHaveBeenCalled()
    runPendingAction()
    runPendingAction()
    expect(reveal.mock.calls).toEqual([[{ kind: 'reveal', postId: 7 }]])
    expect(bookmark).not.toHaveBeenCalled()
    expect(getPendingPath()).toBeNull()
    for (const remove of unregister) remove()
  })

  it('is performed by a handler that is registered after the sign-in', () => {
    savePendingAction({ path: '/post/7', action: { kind: 'comment', postId: 7, content: 'Thank you' } })
    runPendingAction()
    const comment = vi.fn()
    registerPendingActionHandler('comment', comment)()
    expect(comment).toHaveBeenCalledWith({ kind: 'comment', postId: 7, content: 'Thank you' })
  })

  it('is not performed before the sign-in or after it was cancelled', () => {
    savePendingAction({ path: '/', action: { kind: 'publish' } })
    const publish = vi.fn()
    const unregister = registerPendingActionHandler('publish', publish)
    clearPendingAction()
    runPendingAction()
    expect(publish).not.toHaveBeenCalled()
    unregister()
  })
})
