/**
 * The action, as plain data, that a visitor was about to take when asked to sign in. It is performed after
 * the sign-in (docs/spec/flows.md#continuing-after-sign-in).
 */
export type PendingAction =
  | { kind: 'reveal'; postId: number }
  | { kind: 'bookmark'; postId: number }
  | { kind: 'vote'; postId?: number; commentId?: number; value: 1 | -1 }
  | { kind: 'comment'; postId: number; parentId?: number; content: string }
  | { kind: 'optimize'; prompt: string; type?: string; models: string[] }
  | { kind: 'publish' }

type Kind = PendingAction['kind']
type Handler = (action: PendingAction) => void
/** The stored action. `path` is the page on which the action was requested; a sign-in by redirect returns to it. */
type StoredAction = { path: string; action: PendingAction }

const KEY = 'pending-action'

const handlers = new Map<Kind, Handler>()
let isSignedIn = false

/** Stores the action until the sign-in is complete, even if that involves a redirect. */
export const savePendingAction = (pending: StoredAction): void => {
  isSignedIn = false
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pending))
  } catch {
    // Without storage, the action is lost.
  }
}

export const clearPendingAction = (): void => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage, there is nothing to remove.
  }
}

/** Returns the page to perform the action on; null if there is no action, or if any page will do. */
export const getPendingPath = (): string | null => {
  const pending = read()
  return pending && pending.action.kind !== 'publish' ? pending.path : null
}

/**
 * Registers the handler for a kind of action and returns a function that removes it. The handler runs immediately if
 * the person has just signed in to perform such an action.
 */
export const registerPendingActionHandler = <K extends Kind>(
  kind: K,
  handle: (action: Extract<PendingAction, { kind: K }>) => void,
): (() => void) => {
  const handler = handle as Handler
  handlers.set(kind, handler)
  if (isSignedIn) runPendingAction()
  return () => {
    if (handlers.get(kind) === handler) handlers.delete(kind)
  }
}

/**
 * Performs the pending action, now or as soon as its handler is registered. Call this after a sign-in with a completed
 * profile.
 */
export const runPendingAction = (): void => {
  isSignedIn = true
  const action = read()?.action
  const handle = action && handlers.get(action.kind)
  if (!action || !handle) return
  clearPendingAction()
  handle(action)
}

const read = (): StoredAction | null => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredAction | null
  } catch {
    return null
  }
}
