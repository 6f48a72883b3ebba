// Development only: the runtime that hot-swaps components must be installed before React loads.
type Refresh = { injectIntoGlobalHook(target: Window): void }

// The URL is absolute because Vite would add a query string to a path, which would make it a different module
// from the one that components import.
const runtime = new URL('/@react-refresh', location.href).href
const { injectIntoGlobalHook } = (await import(/* @vite-ignore */ runtime)) as Refresh
injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
await import('./entry-client.tsx')

// The server restarts when its sources change. To detect the restart, Vite would poll the server from a worker, which
// the Content Security Policy forbids.
const isBack = () =>
  fetch(location.href).then(
    () => true,
    () => false,
  )
import.meta.hot?.on('vite:ws:disconnect', async () => {
  while (!(await isBack())) await new Promise((resolve) => setTimeout(resolve, 500))
  location.reload()
})

export {}
