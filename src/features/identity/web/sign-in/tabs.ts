import type { User } from 'oidc-client-ts'

/** `given`: what the provider gave the tab that signed in, as the provider's client writes it. */
export type Change = { to: 'signed-in'; given: string } | { to: 'signed-out' }

let channel: BroadcastChannel | undefined

// One for both: a tab must not hear itself.
const open = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('viewer')
  return channel
}

/** Tells the site's other tabs in this browser who signed in. A message is read and gone; nothing is stored by it. */
export const tellSignedIn = (user: User): void => tell({ to: 'signed-in', given: user.toStorageString() })

export const tellSignedOut = (): void => tell({ to: 'signed-out' })

const tell = (change: Change): void => open().postMessage(change)

/** One change after the other, in their order. Answers how to stop. */
export const followTabs = (onChange: (change: Change) => Promise<void>): (() => void) => {
  let last = Promise.resolve()
  const listen = ({ data }: MessageEvent<Change>) => {
    last = last.then(() => onChange(data)).catch(() => {})
  }
  open().addEventListener('message', listen)
  return () => open().removeEventListener('message', listen)
}
