/** Code that is loaded on demand. `get` throws unless `load` has finished. */
export type CodePart<T> = { load(): Promise<void>; get(): T }

/** Declares a part of a page's code that the page's `loadCode` loads for the visits that need it. */
export const createCodePart = <T>(load: () => Promise<T>): CodePart<T> => {
  let loaded: { part: T } | null = null
  return {
    load: async () => {
      loaded ??= { part: await load() }
    },
    get: () => {
      if (!loaded) throw new Error('loadCode has not loaded this part of the page')
      return loaded.part
    },
  }
}
