import type { Plugin } from 'vite'

/**
 * Lets a file that is loaded on demand import all that its imports import, so that browsers request everything at once.
 * Vite would list these files in the entry point instead, which every first visit loads
 * (docs/decisions/0135-load-on-demand-what-a-first-visit-does-not-need.md).
 */
export const flatImportsPlugin = (): Plugin => ({
  name: 'flat-imports',
  config: () => ({ build: { modulePreload: false } }),
  generateBundle: (_, bundle) => {
    const collectImports = (fileName: string, found = new Set<string>()): Set<string> => {
      const file = bundle[fileName]
      if (file?.type !== 'chunk') return found
      for (const name of file.imports) if (!found.has(name)) collectImports(name, found.add(name))
      return found
    }
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.isDynamicEntry) continue
      // The hash in the file's name changes with all of these names, because it depends on the imports' names.
      const { imports } = file
      const indirect = [...collectImports(file.fileName)].filter((name) => !imports.includes(name))
      file.code = indirect.map((name) => `import"./${name.replace(/^assets\//, '')}";`).join('') + file.code
    }
  },
})
