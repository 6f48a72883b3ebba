/** What a visitor was about to do when they were asked to sign in, as plain data: it is done once they are (section 4). */
export type PendingAction =
  | { kind: 'reveal'; postId: number }
  | { kind: 'bookmark'; postId: number }
  | { kind: 'vote'; postId?: number; commentId?: number; value: 1 | -1 }
  | { kind: 'comment'; postId: number; parentId?: number; content: string }
  | { kind: 'optimize'; prompt: string; type?: string; models: string[] }
  | { kind: 'publish' }

type Kind = PendingAction['kind']
type Handler = (action: PendingAction) => void
/** `path`: where it was to be done, and where to go back to. */
type Kept = { path: string; action: PendingAction }

const KEY = 'pending-action'

const handlers = new Map<Kind, Handler>()
let isSignedIn = false

/** Remembers it over the sign-in, also one that leaves the page. */
export const keepPending = (kept: Kept): void => {
  isSignedIn = false
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage nothing is continued.
  }
}

export const dropPending = (): void => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There was none.
  }
}

/** Where it is to be done; null where it can be done anywhere. */
export const pendingPath = (): string | null => {
  const kept = read()
  return kept && kept.action.kind !== 'publish' ? kept.path : null
}

/** How a kind of action is done. It runs at once where the person has just signed in for it. Answers how to take it away. */
export const onSignedIn = <K extends Kind>(
  kind: K,
  handle: (action: Extract<PendingAction, { kind: K }>) => void,
): (() => void) => {
  const handler = handle as Handler
  handlers.set(kind, handler)
  if (isSignedIn) continuePending()
  return () => {
    if (handlers.get(kind) === handler) handlers.delete(kind)
  }
}

/** The person is signed in, with their profile complete: does what waited, now or as soon as its handler is there. */
export const continuePending = (): void => {
  isSignedIn = true
  const action = read()?.action
  const handle = action && handlers.get(action.kind)
  if (!action || !handle) return
  dropPending()
  handle(action)
}

const read = (): Kept | null => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
  } catch {
    return null
  }
}
