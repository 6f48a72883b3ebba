// Development only: what lets a changed component take the place of the old one must be there before React is.
type Refresh = { injectIntoGlobalHook(target: Window): void }

// The whole address: Vite would add a query to a path, and the components' own import would be another module.
const runtime = new URL('/@react-refresh', location.href).href
const { injectIntoGlobalHook } = (await import(/* @vite-ignore */ runtime)) as Refresh
injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
await import('./entry-client.tsx')

// The server starts anew when its sources change. Vite would wait for it in a worker, which the pages' policy forbids.
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
