import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  findBannedNames,
  findBrokenLinks,
  findImportStyleErrors,
  findRenamedImports,
} from '../scripts/check-language.ts'

describe('the check for names', () => {
  it.each([
    ['src/a.ts', 'const askedFor = 1', ':1 "askedFor"'],
    ['src/a.ts', 'const x = ({ told }: { told: string }) => told', '"told"'],
    ['src/a.tsx', 'export function render(place: number) { return <p>{place}</p> }', '"place"'],
    ['src/a.ts', 'type KeptFile = { name: string }', '"KeptFile"'],
    ['src/a.ts', 'const SPENT_TOKENS = 3', '"SPENT_TOKENS"'],
    ['src/in-turn-kept.ts', 'export const x = 1', '"in-turn-kept"'],
  ])('reports a banned name in %s: %s', (file, text, fault) => {
    expect(findBannedNames(file, text).join('\n')).toContain(fault)
  })

  it('accepts common technical names, and banned words in texts and calls', () => {
    expect(findBannedNames('src/a.ts', "const cursor = api.held('asked') // kept")).toEqual([])
  })
})

describe('the check for links', () => {
  // The path is assembled from parts because the check also reads this file.
  const missing = ['docs', 'spec', 'missing.md'].join('/')
  const root = mkdtempSync(path.join(tmpdir(), 'links-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'docs/spec'), { recursive: true })
  writeFileSync(path.join(root, 'docs/spec/flows.md'), '# Flows\n\n## Private links\n')

  it.each([
    ['src/a.ts', '/** See docs/spec/flows.md#voting. */', 'docs/spec/flows.md#voting'],
    ['src/a.ts', `// ${missing}`, missing],
    ['docs/spec/README.md', 'A [page](missing.md).', 'missing.md'],
    ['docs/spec/flows.md', 'Further [down](#voting).', '#voting'],
    ['src/a.ts', `/** Toggles (section ${4}). */`, `"section ${4}" of what?`],
  ])('reports a broken link in %s: %s', (file, text, fault) => {
    expect(findBrokenLinks(root, file, text).join('\n')).toContain(fault)
  })

  it.each([
    ['src/a.ts', '/** docs/spec/flows.md#private-links, RFC 9110 section 15.5.1 */'],
    ['docs/spec/README.md', '[Links](flows.md#private-links), [outside](https://example.org/#x)'],
  ])('accepts what exists in %s', (file, text) => {
    expect(findBrokenLinks(root, file, text)).toEqual([])
  })
})

describe('the check for imports', () => {
  it.each([
    ['src/features/posts/web/a.ts', "import { b } from '#features/posts/contract.ts'"],
    ['src/features/posts/web/a.ts', "import { b } from '../../votes/contract.ts'"],
    ['src/web/kit/a.ts', "const b = import('#web/store.ts')"],
  ])('reports the wrong style in %s: %s', (file, text) => {
    expect(findImportStyleErrors(file, text)).toHaveLength(1)
  })

  it.each([
    ["import { deletePost as remove } from './delete-post.ts'", 1],
    ["import {\n  a,\n  b as c,\n  d as e,\n} from '#features/posts/contract.ts'", 2],
    ["import { setTimeout as delay } from 'node:timers/promises'", 0],
    ["import type { PostCard as Post } from './contract.ts'", 0],
    ["import { a, type Page as SitePage } from '#web/navigation/page.ts'", 0],
    ["import * as contract from './contract.ts'", 0],
  ])('counts the renamed imports of %j', (text, count) => {
    expect(findRenamedImports('src/features/posts/server/routes.ts', text)).toHaveLength(count)
  })

  it.each([
    ['src/features/posts/web/a.ts', "import { b } from '../contract.ts'"],
    ['src/features/posts/web/a.ts', "import { b } from '#features/votes/contract.ts'"],
    ['src/web/kit/a.ts', "import { b } from '#core/text.ts'"],
  ])('accepts %s: %s', (file, text) => {
    expect(findImportStyleErrors(file, text)).toEqual([])
  })
})
