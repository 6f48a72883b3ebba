import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { comparePictures, MAX_DIFFERING_SHARE } from './compare-pictures.ts'

const screen = { width: 400, height: 800 }

/** Draws a page with a heading, lines of text as thin bars, and a button. */
const drawPage = ({
  x = 0,
  background = '#fff',
  button = '#f2b632',
  hasHeading = true,
  thickness = 4,
} = {}) => {
  const lines = Array.from(
    { length: 20 },
    (_, line) =>
      `<rect x="${20 + x}" y="${120 + line * 24}" width="${300 - (line % 4) * 30}" height="${thickness}" fill="#333"/>`,
  )
  const heading = hasHeading ? `<rect x="20" y="40" width="280" height="22" fill="#111"/>` : ''
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="800"><rect width="400" height="800" fill="${background}"/>${heading}${lines.join('')}<rect x="20" y="640" width="120" height="44" fill="${button}"/></svg>`,
    ),
  )
}

const compare = async (one: Sharp, other: Sharp) =>
  comparePictures(await one.png().toBuffer(), await other.png().toBuffer(), screen)

describe('Two pictures of a page', () => {
  it('look the same in another scale, another format and with slightly heavier or shifted letters', async () => {
    const stored = await drawPage().resize(200).webp({ quality: 70 }).toBuffer()
    for (const page of [drawPage(), drawPage({ thickness: 5 }), drawPage({ x: 1 })])
      expect(await comparePictures(stored, await page.png().toBuffer(), screen)).toBeLessThanOrEqual(
        MAX_DIFFERING_SHARE,
      )
  })

  it.each([
    ['without its heading', { hasHeading: false }],
    ['with another colour of its button', { button: '#2d5a47' }],
    ['in another theme', { background: '#111' }],
    ['with moved text', { x: 40 }],
  ])('look different %s', async (_, change) => {
    expect(await compare(drawPage(), drawPage(change))).toBeGreaterThan(MAX_DIFFERING_SHARE)
  })

  it('look different in another shape', async () => {
    expect(await compare(drawPage(), drawPage().resize(400, 900, { fit: 'fill' }))).toBe(1)
  })
})
