import { describe, expect, it } from 'vitest'
import { detectKind, type FileKind, isImageKind } from './file-kind.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The beginning of a file in the ISO base media format that lists these brands. */
const isoFile = (major: string, ...compatible: string[]) => {
  const text = `ftyp${major}\0\0\0\0${compatible.join('')}`
  return bytesOf(`\0\0\0${String.fromCharCode(text.length + 4)}${text}`)
}

describe('The kind of a file', () => {
  it.each<[string, FileKind, Uint8Array]>([
    ['PNG', 'png', bytesOf('\x89PNG\r\n\x1a\n')],
    ['JPEG', 'jpg', bytesOf('\xff\xd8\xff\xe0')],
    ['GIF 87a', 'gif', bytesOf('GIF87a')],
    ['GIF 89a', 'gif', bytesOf('GIF89a')],
    ['WebP', 'webp', bytesOf('RIFF\x10\0\0\0WEBPVP8 ')],
    ['WebM', 'webm', bytesOf('\x1aE\xdf\xa3')],
    ['AVIF', 'avif', isoFile('avif')],
    ['an AVIF sequence', 'avif', isoFile('avis')],
    ['AVIF that is listed as compatible', 'avif', isoFile('mif1', 'miaf', 'avif')],
    ['QuickTime', 'mov', isoFile('qt  ')],
    ['MP4', 'mp4', isoFile('isom', 'iso2', 'avc1')],
    ['MP4 of an unknown brand', 'mp4', isoFile('XXXX', 'mp42')],
    ['3GP', 'mp4', isoFile('3gp5')],
  ])('is known from the first bytes of %s', (_, kind, bytes) => {
    expect(detectKind(bytes)).toBe(kind)
  })

  it.each([
    ['nothing', ''],
    ['a text', 'Hello'],
    ['PNG without its line end', '\x89PNG\n\x1a\n'],
    ['half a JPEG', '\xff\xd8'],
    ['GIF of another version', 'GIF88a'],
    ['RIFF with sound', 'RIFF\x10\0\0\0WAVE'],
    ['WEBP without RIFF', 'XXXX\x10\0\0\0WEBP'],
    ['a brand in another box', '\0\0\0\x14moovisom\0\0\0\0isom'],
    ['less than the brands', '\0\0\0\x0cftypisom'],
  ])('is unknown for %s', (_, text) => {
    expect(detectKind(bytesOf(text))).toBeNull()
  })

  it.each(['heic', 'heix', 'hevc', 'mif1', 'msf1', 'M4A ', 'M4B ', 'crx '])(
    'is unknown for the unsupported brand %s, even if it claims to be compatible',
    (major) => {
      expect(detectKind(isoFile(major, 'isom', 'mp42'))).toBeNull()
    },
  )

  it('does not count brands behind the end of their box, or far into a file', () => {
    const box = isoFile('XXXX', 'isom')
    expect(detectKind(box)).toBe('mp4')
    expect(detectKind(Uint8Array.of(0, 0, 0, 16, ...box.subarray(4)))).toBeNull()
    const late = isoFile('XXXX', ...Array<string>(60).fill('YYYY'))
    expect(detectKind(Uint8Array.of(0, 0, 255, 255, ...late.subarray(4), ...bytesOf('isom')))).toBeNull()
  })

  it('reads bytes that are part of a larger buffer', () => {
    expect(detectKind(Uint8Array.of(1, 2, 3, ...isoFile('isom')).subarray(3))).toBe('mp4')
  })

  it('is an image or a video', () => {
    const kinds = ['png', 'jpg', 'gif', 'webp', 'avif', 'mp4', 'webm', 'mov', null] as const
    expect(kinds.filter(isImageKind)).toEqual(['png', 'jpg', 'gif', 'webp', 'avif'])
  })
})
