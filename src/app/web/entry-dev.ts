// Development only: what lets a changed component take the place of the old one must be there before React is.
type Refresh = { injectIntoGlobalHook(target: Window): void }

const runtime = '/@react-refresh'
const { injectIntoGlobalHook } = (await import(/* @vite-ignore */ runtime)) as Refresh
injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
await import('./entry-client.tsx')

export {}
