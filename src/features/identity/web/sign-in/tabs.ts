type Change = 'signed-in' | 'signed-out'

let channel: BroadcastChannel | undefined

// One for both: a tab must not hear itself.
const open = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('viewer')
  return channel
}

/** Tells the site's other tabs in this browser that who is signed in has changed. */
export const tellTabs = (change: Change): void => open().postMessage(change)

/** Answers how to stop. */
export const followTabs = (onChange: (change: Change) => void): (() => void) => {
  const listen = ({ data }: MessageEvent<Change>) => onChange(data)
  open().addEventListener('message', listen)
  return () => open().removeEventListener('message', listen)
}
