import { build } from 'vite'
import { expect, it } from 'vitest'
import { flatImportsPlugin } from '../scripts/flat-imports.ts'

const modules: Record<string, string> = {
  entry: `import('dialog'); import('page'); import('search')`,
  dialog: `import 'form'; console.log('dialog')`,
  page: `import 'form'; console.log('page')`,
  search: `import 'field'; console.log('search')`,
  form: `import 'field'; console.log('form')`,
  field: `console.log('field')`,
}

/** Builds the modules: those that are loaded on demand, and those that they share, are files of their own. */
const buildModules = async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: 'entry' },
    },
    plugins: [
      { name: 'modules', resolveId: (id) => (id in modules ? id : undefined), load: (id) => modules[id] },
      flatImportsPlugin(),
    ],
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error('Nothing is built')
  return output.output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
}

it('lets files that are loaded on demand import what their imports import, and lists it nowhere else', async () => {
  const files = await buildModules()
  const importsOf = (name: string) =>
    [...(files.find((file) => file.name === name)?.code.matchAll(/(?:from|import)\s*"\.\/(\w+)-/g) ?? [])]
      .map(([, imported]) => imported)
      .toSorted()
  expect(importsOf('dialog')).toEqual(['field', 'form'])
  expect(importsOf('page')).toEqual(['field', 'form'])
  expect(importsOf('search')).toEqual(['field'])
  expect(files.find(({ name }) => name === 'entry')?.code).not.toMatch(/field|form/)
})
