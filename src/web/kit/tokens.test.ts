import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const pairs = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
)

const GROUNDS = ['bg', 'surface', 'sunken']
const TEXTS = ['ink', 'muted', 'accent', 'success', 'warning', 'danger', 'up', 'down']
const TYPES = ['type-text', 'type-code', 'type-image', 'type-video', 'type-audio']
const ON_FILLS = [
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-danger', 'danger-fill'],
  // The initials on an avatar.
  ...TYPES.map((type) => ['bg', type]),
  // The text of a tooltip.
  ['bg', 'ink'],
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const contrast = (text = '', ground = '') => {
    const [dark = 0, light = 0] = [luminance(text), luminance(ground)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const luminance = (name: string) => {
    const hex = pairs.get(name)?.[theme]
    if (!hex) throw new Error(`No colour --${name}`)
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }

  test.each([...TEXTS, ...TYPES].flatMap((text) => GROUNDS.map((ground) => [text, ground])))(
    '%s is legible on %s',
    (text, ground) => expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5),
  )

  test.each(ON_FILLS)('%s is legible on %s', (text, ground) =>
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5),
  )

  test.each(GROUNDS)('focus rings and field borders are visible on %s', (ground) => {
    expect(contrast('ring', ground)).toBeGreaterThanOrEqual(3)
    expect(contrast('line-strong', ground)).toBeGreaterThanOrEqual(3)
  })
})
