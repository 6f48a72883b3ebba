import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { detectKind, isImageKind } from '#core/file-kind.ts'
import { reencodeImage } from './encode-image.ts'
import type { VideoKind } from './media-types.ts'
import { remuxVideo } from './remux-video.ts'

/** `FULL_TESTS=true` tests all combinations, which takes some minutes; otherwise, every value occurs at least once. */
const isComplete = process.env.FULL_TESTS === 'true'

/** Returns the value for a row. The lists have lengths without a common divisor, so the rows combine all their values. */
const pick = <Value>(list: readonly Value[], row: number): Value => list[row % list.length] as Value

const directory = mkdtempSync(path.join(tmpdir(), 'media-matrix-'))
afterAll(() => rmSync(directory, { recursive: true }))
const at = (name: string) => path.join(directory, name)
const ffmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 })
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const REORDERED = [...H264, '-preset', 'fast', '-g', '12']
const HEVC = [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-x265-params',
  'log-level=0',
  '-pix_fmt',
  'yuv420p',
  '-tag:v',
  'hvc1',
]
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
const AV1 = ['-c:v', 'libaom-av1', '-cpu-used', '8']
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime']

type Video = { kind: VideoKind; video: string[]; audio: string[]; flags?: string[] }
const VIDEOS: [string, Video][] = [
  ['MP4 with H.264 and AAC', { kind: 'mp4', video: H264, audio: ['-c:a', 'aac'] }],
  ['MP4 with reordered H.264', { kind: 'mp4', video: REORDERED, audio: [] }],
  ['MP4 with HEVC and AC-3', { kind: 'mp4', video: HEVC, audio: ['-c:a', 'ac3'] }],
  ['MP4 with AV1 and Opus', { kind: 'mp4', video: AV1, audio: ['-c:a', 'libopus', '-strict', '-2'] }],
  ['MP4 with VP9 and FLAC', { kind: 'mp4', video: VP9, audio: ['-c:a', 'flac', '-strict', '-2'] }],
  [
    'MP4 in fragments',
    { kind: 'mp4', video: REORDERED, audio: ['-c:a', 'aac'], flags: ['frag_keyframe+empty_moov'] },
  ],
  [
    'MP4 in part in fragments',
    { kind: 'mp4', video: REORDERED, audio: ['-c:a', 'libmp3lame'], flags: ['frag_keyframe'] },
  ],
  ['MOV with H.264 and PCM', { kind: 'mov', video: H264, audio: ['-c:a', 'pcm_s16le'] }],
  ['MOV with HEVC and AAC', { kind: 'mov', video: HEVC, audio: ['-c:a', 'aac'] }],
  ['WebM with VP8 and Vorbis', { kind: 'webm', video: VP8, audio: ['-c:a', 'libvorbis'] }],
  ['WebM with VP9 and Opus', { kind: 'webm', video: VP9, audio: ['-c:a', 'libopus'] }],
  [
    'WebM with transparency',
    { kind: 'webm', video: ['-c:v', 'libvpx', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'], audio: [] },
  ],
  ['WebM with AV1', { kind: 'webm', video: AV1, audio: [] }],
]
const RATES = ['25', '30000/1001', '1', '60', '12']
const ROTATIONS = [0, 90, 180, 270]
/** Where the copy of the video begins, in seconds. The edit list hides the frames since the key frame before it. */
const STARTS = [0, 0.5, 0.9]
const LENGTHS = [1, 0.2, 3, 0.5, 2, 0.1, 1.5]
const ASPECTS = ['1', '4/3', '3/4', '1', '2', '1', '1']
const COUNT = isComplete ? VIDEOS.length * RATES.length * ROTATIONS.length * STARTS.length : VIDEOS.length

const ROWS = Array.from({ length: COUNT }, (_, row) => {
  const [name, video] = pick(VIDEOS, row)
  const shape = [pick(LENGTHS, row), pick(ASPECTS, row)] as const
  return [name, pick(RATES, row), pick(ROTATIONS, row), pick(STARTS, row), ...shape, video] as const
})

/**
 * The hashes of the decoded frames as players show them, rotated. Of AV1, ffmpeg also returns frames that the edit list
 * hides; their times are negative.
 */
const shownFrames = (file: string) =>
  ffmpeg('-i', file, '-map', '0:v', '-vsync', 'passthrough', '-f', 'framemd5', '-')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .filter(([, , time]) => Number(time) >= 0)
    .map((cells) => cells.at(-1))

type Stream = { codec_type: string; width: number; height: number; sample_aspect_ratio?: string }
const probe = (file: string) => {
  const text = execFileSync('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file])
  const { streams, format } = JSON.parse(String(text)) as { streams: Stream[]; format: { duration: string } }
  return { types: streams.map(({ codec_type }) => codec_type), duration: Number(format.duration) }
}

describe.skipIf(!hasFfmpeg)('A video is stored as players show it', () => {
  it.each(ROWS)(
    '%s, %s frames a second, rotated by %i degrees, from %f s, for %f s, pixel aspect %s',
    async (_, rate, rotation, start, seconds, aspect, { kind, video, audio, flags = [] }) => {
      const [encoded, file, stored] = [at(`encoded.${kind}`), at(`file.${kind}`), at(`stored.${kind}`)]
      const duration = Math.max(seconds, rate === '1' ? 2 : 0) + start
      const picture = `testsrc2=size=48x32:rate=${rate}:duration=${duration},setsar=${aspect}`
      const sound = ['-f', 'lavfi', '-i', `aevalsrc=sin(900*t*t):s=48000:d=${duration}`]
      const sources = ['-f', 'lavfi', '-i', picture, ...(audio.length > 0 ? sound : [])]
      const keyFrames = start > 0 ? ['-g', '1'] : []
      ffmpeg(...sources, ...video, ...keyFrames, ...audio, encoded)
      const rotate = rotation > 0 && kind !== 'webm' ? ['-metadata:s:v:0', `rotate=${rotation}`] : []
      const options = flags.length > 0 ? ['-movflags', ...flags] : []
      ffmpeg('-ss', `${start}`, '-i', encoded, '-c', 'copy', '-strict', '-2', ...rotate, ...options, file)
      const result = await remuxVideo({ bytes: readFileSync(file), kind })
      if (!result || typeof result === 'string') throw new Error(`Not stored: ${result}`)
      writeFileSync(stored, result.bytes)
      expect(shownFrames(stored)).toEqual(shownFrames(file))
      const [before, after] = [probe(file), probe(stored)]
      expect(after.types.toSorted()).toEqual(before.types.toSorted())
      // Sound begins up to 2,112 samples before the picture.
      expect(Math.abs(after.duration - before.duration)).toBeLessThan(0.1)
      const [across, down] = aspect.split('/').map(Number)
      const width = Math.max(48, Math.round((48 * (across ?? 1)) / (down ?? 1)))
      const height = Math.max(32, Math.round((32 * (down ?? 1)) / (across ?? 1)))
      const isTurned = rotate.length > 0 && rotation % 180 === 90
      expect([result.width, result.height]).toEqual(isTurned ? [height, width] : [width, height])
    },
  )
})

/** Four fields of different colours, so that every orientation looks different. */
const createPicture = (): Sharp => {
  const field = (background: string, left: number, top: number) => ({
    input: { create: { width: 20, height: 12, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width: 40, height: 24, channels: 3, background: '#cc3333' } }).composite([
    field('#33cc33', 20, 0),
    field('#3333cc', 0, 12),
    field('#cccc33', 20, 12),
  ])
}

const FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const
const COLOURS: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
  ['sRGB', (image) => image],
  ['Display P3', (image) => image.withIccProfile('p3')],
  ['grey', (image) => image.greyscale()],
  ['16 bits', (image) => image.toColourspace('rgb16')],
  ['transparency', (image) => image.ensureAlpha(0.5)],
  ['CMYK', (image) => image.toColourspace('cmyk').withIccProfile('cmyk')],
]
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8]

const pixelsOf = (bytes: Uint8Array) =>
  sharp(bytes).autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })

describe('A picture is stored as viewers show it', () => {
  it.each(
    ORIENTATIONS.flatMap((orientation) =>
      COLOURS.flatMap(([name, change], row) =>
        (isComplete ? FORMATS : [pick(FORMATS, row + orientation)]).map(
          (format) => [format, name, orientation, change] as const,
        ),
      ),
    ),
  )('%s, %s, orientation %i', async (format, _, orientation, change) => {
    const picture = sharp(await createPicture().png().toBuffer())
    const bytes = await change(picture.withMetadata({ orientation })).toFormat(format).toBuffer()
    const kind = detectKind(bytes)
    if (!isImageKind(kind)) throw new Error(`Not a picture: ${kind}`)
    const stored = await reencodeImage({ bytes, kind })
    if (!stored) throw new Error('Not stored')
    const [before, after] = [await pixelsOf(bytes), await pixelsOf(stored.bytes)]
    expect([stored.width, stored.height]).toEqual([before.info.width, before.info.height])
    expect([stored.width, stored.height]).toEqual(orientation > 4 ? [24, 40] : [40, 24])
    const difference = before.data.reduce(
      (sum, value, at) => sum + Math.abs(value - (after.data[at] ?? 0)),
      0,
    )
    expect(difference / before.data.length).toBeLessThan(3)
  })
})
