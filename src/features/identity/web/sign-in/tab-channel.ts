import type { User } from 'oidc-client-ts'

/**
 * A change that a tab reports to the others. `oidcUser` is the OpenID user from the tab that signed in, as serialized
 * by oidc-client-ts.
 */
export type SessionChange = { to: 'signed-in'; oidcUser: string } | { to: 'signed-out' }

let channel: BroadcastChannel | undefined

// Sending and listening share one channel object, because a channel does not receive its own messages.
const getChannel = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('viewer')
  return channel
}

/**
 * Tells this browser's other tabs who signed in. Unlike web storage, a broadcast channel does not store its messages.
 */
export const broadcastSignedIn = (user: User): void =>
  broadcast({ to: 'signed-in', oidcUser: user.toStorageString() })

export const broadcastSignedOut = (): void => broadcast({ to: 'signed-out' })

const broadcast = (change: SessionChange): void => getChannel().postMessage(change)

/** Handles changes from other tabs one at a time, in order. Returns a function that stops listening. */
export const subscribeToSessionChanges = (
  onChange: (change: SessionChange) => Promise<void>,
): (() => void) => {
  let queue = Promise.resolve()
  const onMessage = ({ data }: MessageEvent<SessionChange>) => {
    queue = queue.then(() => onChange(data)).catch(() => {})
  }
  getChannel().addEventListener('message', onMessage)
  return () => getChannel().removeEventListener('message', onMessage)
}
