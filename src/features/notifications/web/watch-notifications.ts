import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { STREAM_PATH } from '#features/notifications/contract.ts'
import { outdateFigures } from '#web/figures.ts'

/** Of all tabs of a browser one holds the stream, and tells the others; when it goes, the next takes its place. */
const NAME = 'notifications'
/** A server that would not have us is asked again so much later; until then there is the polling. */
const AGAIN_MS = 60_000

/** That the list may have changed, or what the site knows of the member: muted, or told of a removal. */
const TOLD = ['changed', 'member'] as const
type Told = (typeof TOLD)[number]

/** Has the bell and the list follow what is pushed. Answers how to stop. */
export const watchNotifications = (client: QueryClient): (() => void) => {
  const stop = new AbortController()
  const tabs = new BroadcastChannel(NAME)
  const changed = () => {
    // What nobody looks at is asked for when the tab is seen again.
    void client.invalidateQueries({ queryKey: [NAME], refetchType: document.hidden ? 'none' : 'active' })
    // Whoever was voted on has other figures now.
    outdateFigures(client)
  }
  const member = () => {
    void client.invalidateQueries(currentUserQuery)
    void client.invalidateQueries({ queryKey: ['removals'] })
  }
  const told: Record<Told, () => void> = { changed, member }
  tabs.addEventListener('message', ({ data }: MessageEvent<Told>) => told[data]())
  const hold = () =>
    listen(stop.signal, (what) => {
      told[what]()
      tabs.postMessage(what)
    })
  if (navigator.locks) void navigator.locks.request(NAME, { signal: stop.signal }, hold).catch(() => {})
  else void hold()
  return () => {
    stop.abort()
    tabs.close()
  }
}

/** Until the signal. A connection that is lost the browser makes anew; something may have changed meanwhile. */
const listen = (signal: AbortSignal, tell: (what: Told) => void): Promise<void> =>
  new Promise((resolve) => {
    // The lock may be given just as the watching ends.
    if (signal.aborted) return resolve()
    let source: EventSource
    let timer: ReturnType<typeof setTimeout>
    let wasOpen = false
    const open = () => {
      source = new EventSource(STREAM_PATH)
      for (const what of TOLD) source.addEventListener(what, () => tell(what))
      source.addEventListener('open', () => {
        if (wasOpen) for (const what of TOLD) tell(what)
        wasOpen = true
      })
      source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS)
      })
    }
    open()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source.close()
      resolve()
    })
  })
