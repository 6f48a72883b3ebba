import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('tests that replace modules run apart from those that share modules', () => {
  const files = globSync('{src,packages,database,tests}/**/*.test.ts')
  const replacing = files.filter((file) => /\bvi\s*\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')))
  const config = readFileSync('vitest.config.ts', 'utf8')
  expect(replacing.filter((file) => !config.includes(`'${file}'`))).toEqual([])
})
