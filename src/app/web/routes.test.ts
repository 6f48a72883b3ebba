import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from './routes.ts'

test('each file of pages/ has one route by its name, and loads that file', () => {
  const files = readdirSync(new URL('./pages', import.meta.url)).map((file) => file.replace('.tsx', ''))
  expect(routes.map(({ name }) => name).sort()).toEqual(files.sort())
  for (const { name, load } of routes) expect(load.toString()).toContain(`/pages/${name}.tsx`)
})
