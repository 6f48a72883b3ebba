import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { iconNames } from '#core/icon-names.ts'
import { createIconSprite } from '../scripts/icon-sprite.ts'
import { fromRoot } from '../scripts/paths.mjs'

const source = readdirSync(fromRoot('src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('icon-names.ts'))
  .map((name) => readFileSync(fromRoot('src', name), 'utf8'))
  .join('\n')

describe('the icon sprite', () => {
  it('contains a symbol for each icon that leaves size and color to the page', async () => {
    const sprite = await createIconSprite()
    const ids = [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24"><(?:path|circle|rect|line)/g)]
    expect(ids.map(([, id]) => id)).toEqual(iconNames)
    expect(sprite).not.toMatch(/stroke|fill=|<svg[^>]*(width|height)/)
  })

  it('contains only icons that a component uses', () => {
    expect(iconNames.filter((name) => !RegExp(`['"]${name}['"]`).test(source))).toEqual([])
  })
})
