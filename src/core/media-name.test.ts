import { expect, it } from 'vitest'
import { formatMediaName, getMediaName, parseMediaName } from './media-name.ts'

const hash = 'ab'.repeat(32)
const image = { hash, width: 640, height: 48, extension: 'webp' }

it('describes a file by its name', () => {
  const name = formatMediaName(image)
  expect(name).toBe(`${hash}-640x48.webp`)
  expect(parseMediaName(name)).toEqual({ ...image, kind: 'image' })
  expect(parseMediaName(`/media/${name}`)).toEqual({ ...image, kind: 'image' })
  for (const extension of ['mp4', 'webm', 'mov'])
    expect(parseMediaName(formatMediaName({ ...image, extension }))?.kind).toBe('video')
  for (const extension of ['png', 'jpg', 'gif', 'avif'])
    expect(parseMediaName(formatMediaName({ ...image, extension }))?.kind).toBe('image')
})

it.each([
  '',
  'hello.png',
  `${hash}-640x48.svg`,
  `${hash}-640x.webp`,
  `${hash}-640000x48.webp`,
  `${hash.slice(1)}-640x48.webp`,
  `${hash.toUpperCase()}-640x48.webp`,
  `/other/${hash}-640x48.webp`,
  `x/media/${hash}-640x48.webp`,
  `${hash}-640x48.webp?x`,
  `${hash}-640x48.webp\n`,
])('is not a name: %j', (text) => {
  expect(parseMediaName(text)).toBeNull()
  expect(getMediaName(text)).toBeNull()
})

it('takes the name only from a URL of this site', () => {
  const name = formatMediaName(image)
  expect([getMediaName(`/media/${name}`), getMediaName(name)]).toEqual([name, null])
})
