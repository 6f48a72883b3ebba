/**
 * The action that a visitor was about to take when asked to sign in, as plain data. It is performed after the
 * sign-in (docs/spec/flows.md#continuing-after-sign-in).
 */
export type PendingAction =
  | { kind: 'reveal'; postId: number }
  | { kind: 'bookmark'; postId: number }
  | { kind: 'vote'; postId?: number; commentId?: number; value: 1 | -1 }
  | { kind: 'comment'; postId: number; parentId?: number; content: string }
  | { kind: 'optimize'; prompt: string; type?: string; models: string[] }
  | { kind: 'remix'; postId: number }
  | { kind: 'result'; postId: number }
  | { kind: 'publish' }

type Kind = PendingAction['kind']
type Handler = (action: PendingAction) => void
/** `path` is the page of the action, to which a redirect sign-in returns. */
type StoredAction = { path: string; action: PendingAction }

const KEY = 'pending-action'

const handlers = new Map<Kind, Handler>()
let isSignedIn = false

/** Stores the action for the duration of the sign-in, even one by redirect. */
export const savePendingAction = (pending: StoredAction): void => {
  isSignedIn = false
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pending))
  } catch {
    // Without storage the action is lost.
  }
}

export const clearPendingAction = (): void => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The page to perform the action on; null if there is none, or if any page will do. */
export const getPendingPath = (): string | null => {
  const pending = read()
  return pending && pending.action.kind !== 'publish' ? pending.path : null
}

/**
 * Registers the handler for a kind of action and returns a function that removes it. The handler runs
 * immediately if the person has just signed in for such an action.
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
 * Call after a sign-in with a completed profile: performs the pending action, now or once its handler is
 * registered.
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
