import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildIsoBox, readVideo } from '#tests/support/samples.ts'
import type { VideoKind } from './media-types.ts'
import { HIDDEN_SCENES, remuxVideo } from './remux-video.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'remux-video-'))
afterAll(() => rmSync(directory, { recursive: true }))

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
const at = (name: string) => path.join(directory, name)
const ffmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 })

/** Hashes of the decoded frames of a file; `all` includes the frames that the edit list hides. */
const decodedFrames = (file: string, stream: 'v' | 'a', which: 'shown' | 'all'): string[] =>
  ffmpeg(
    ...(which === 'all' && !file.endsWith('webm') ? ['-ignore_editlist', '1'] : []),
    ...['-i', file, '-map', `0:${stream}`, '-vsync', 'passthrough', '-f', 'framemd5', '-'],
  )
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '')

const durationOf = (file: string, stream: 'v' | 'a'): number =>
  Number(
    execFileSync(
      'ffprobe',
      [
        '-v',
        'error',
        '-select_streams',
        stream,
        '-show_entries',
        'stream=duration:format=duration',
        '-of',
        'csv=p=0',
        file,
      ],
      { encoding: 'utf8' },
    )
      .split('\n')
      .find((line) => Number(line) > 0) ?? Number.NaN,
  )

/** Makes four seconds of a video whose frames all differ. */
const makeVideo = (name: string, ...codec: string[]): string => {
  const [picture, sound] = ['testsrc2=size=64x48:rate=25:duration=4', 'aevalsrc=sin(900*t*t):s=44100:d=4']
  ffmpeg('-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...codec, at(name))
  return at(name)
}
const cut = (from: string, name: string, seconds: { from?: number; to?: number }, ...options: string[]) => {
  const { from: start = 0, to = 4 } = seconds
  ffmpeg('-ss', `${start}`, '-i', from, '-t', `${to - start}`, '-c', 'copy', ...options, at(name))
  return at(name)
}
const remux = async (file: string) => {
  const kind = path.extname(file).slice(1) as VideoKind
  const result = await remuxVideo({ bytes: readFileSync(file), kind })
  if (!result || result === HIDDEN_SCENES) return result
  const stored = file.replace(/(\.\w+)$/, '-stored$1')
  writeFileSync(stored, result.bytes)
  return stored
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']

type Edit = { duration: number; mediaTime: number }
/** Replaces the edit list of a track, in seconds. The movie box must be the last one, as ffmpeg writes it. */
const setEdits = (file: string, name: string, handler: 'vide' | 'soun', edits: readonly Edit[]): string => {
  const bytes = readFileSync(file)
  const timescaleOf = (box: Buffer, type: string) => box.readUInt32BE(box.indexOf(type) + 16)
  const movieTimescale = timescaleOf(bytes, 'mvhd')
  const rewriteBoxes = (from: number, to: number, isTrack: boolean): Buffer => {
    const boxes: Buffer[] = []
    for (let start = from; start < to; start += bytes.readUInt32BE(start)) {
      const [type, end] = [bytes.toString('latin1', start + 4, start + 8), start + bytes.readUInt32BE(start)]
      const box = bytes.subarray(start, end)
      if (type === 'moov') boxes.push(buildIsoBox(type, rewriteBoxes(start + 8, end, false)))
      else if (type === 'trak' && box.includes(handler))
        boxes.push(
          buildIsoBox(type, rewriteBoxes(start + 8, end, true), buildEdits(timescaleOf(box, 'mdhd'))),
        )
      else if (type !== 'edts' || !isTrack) boxes.push(box)
    }
    return Buffer.concat(boxes)
  }
  const buildEdits = (timescale: number) => {
    const list = Buffer.alloc(8 + 12 * edits.length)
    list.writeUInt32BE(edits.length, 4)
    for (const [index, { duration, mediaTime }] of edits.entries()) {
      list.writeUInt32BE(Math.round(duration * movieTimescale), 8 + 12 * index)
      list.writeInt32BE(mediaTime < 0 ? -1 : Math.round(mediaTime * timescale), 12 + 12 * index)
      list.writeUInt32BE(0x10000, 16 + 12 * index)
    }
    return buildIsoBox('edts', buildIsoBox('elst', list))
  }
  writeFileSync(at(name), rewriteBoxes(0, bytes.length, false))
  return at(name)
}

describe.skipIf(!hasFfmpeg)('A video', () => {
  if (!hasFfmpeg) return
  const keyFrames = makeVideo('key-frames.mp4', ...H264, '-g', '1')
  const oneKeyFrame = makeVideo('one-key-frame.mp4', ...H264, '-g', '250')
  const reordered = makeVideo('reordered.mp4', ...H264, '-preset', 'fast', '-g', '25', '-sc_threshold', '0')
  const x265 = ['-x265-params', 'keyint=25:open-gop=1:bframes=3:log-level=0']
  const openGroups = makeVideo('open.mp4', '-c:v', 'libx265', '-preset', 'ultrafast', ...x265, '-c:a', 'aac')
  const webm = makeVideo('film.webm', '-c:v', 'libvpx', '-g', '25', '-c:a', 'libopus')
  const delay = { duration: 0.4, mediaTime: -1 }
  const fragments = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']
  const fragmented = cut(reordered, 'fragmented.mp4', {}, ...fragments)

  it.each([
    ['cut at a key frame', cut(keyFrames, 'a1.mp4', { from: 1.5 })],
    ['cut between two frames at both ends', cut(keyFrames, 'a2.mp4', { from: 1.51, to: 3.03 })],
    ['cut as MOV', cut(keyFrames, 'a3.mov', { from: 1.5, to: 3 })],
    ['cut and fragmented', cut(keyFrames, 'a4.mp4', { from: 1.5 }, '-movflags', 'frag_keyframe+empty_moov')],
    ['cut at a key frame before reordered frames', cut(reordered, 'a5.mp4', { from: 2 })],
    ['cut at an open group of pictures', cut(openGroups, 'a6.mp4', { from: 2 })],
    ['cut as WebM', cut(webm, 'a7.webm', { from: 1.5 })],
    ['trimmed at its end', setEdits(oneKeyFrame, 'b1.mp4', 'vide', [{ duration: 1, mediaTime: 0 }])],
    ['trimmed at both ends', setEdits(keyFrames, 'b2.mp4', 'vide', [{ duration: 1, mediaTime: 2 }])],
    ['trimmed and delayed', setEdits(keyFrames, 'b3.mp4', 'vide', [delay, { duration: 1, mediaTime: 2 }])],
    [
      'in two scenes that follow each other',
      setEdits(keyFrames, 'b4.mp4', 'vide', [
        { duration: 1, mediaTime: 1 },
        { duration: 1, mediaTime: 2 },
      ]),
    ],
    ['whole with reordered frames', reordered],
    [
      'whole with a delay between two ticks of its time scale',
      setEdits(oneKeyFrame, 'b5.mp4', 'vide', [
        { duration: 0.023, mediaTime: -1 },
        { duration: 4, mediaTime: 0 },
      ]),
    ],
    ['whole with open groups of pictures', openGroups],
    [
      'whole with its first frames before the fragments',
      cut(reordered, 'b6.mp4', {}, '-movflags', 'frag_keyframe'),
    ],
    ['whole in fragments', cut(reordered, 'b7.mp4', {}, '-movflags', 'frag_keyframe+delay_moov')],
    ['whole as WebM', webm],
  ])('%s is stored with exactly the frames that players show', async (_, file) => {
    const stored = await remux(file)
    if (!stored || stored === HIDDEN_SCENES) throw new Error(`Not stored: ${stored}`)
    const shown = decodedFrames(file, 'v', 'shown')
    expect(decodedFrames(stored, 'v', 'all')).toEqual(shown)
    expect(decodedFrames(stored, 'v', 'shown')).toEqual(shown)
  })

  it.each([
    ['cut between key frames', cut(oneKeyFrame, 'c1.mp4', { from: 1.5 })],
    ['cut between key frames of reordered frames', cut(reordered, 'c2.mp4', { from: 1.5 })],
    [
      'trimmed at its end between frames that need later ones',
      setEdits(reordered, 'c3.mp4', 'vide', [{ duration: 1.84, mediaTime: 0.08 }]),
    ],
    [
      'in two scenes with another between them',
      setEdits(keyFrames, 'c4.mp4', 'vide', [
        { duration: 1, mediaTime: 0 },
        { duration: 1, mediaTime: 3 },
      ]),
    ],
    [
      'in two scenes with a pause between them',
      setEdits(keyFrames, 'c5.mp4', 'vide', [
        { duration: 1, mediaTime: 0 },
        delay,
        { duration: 1, mediaTime: 1 },
      ]),
    ],
    [
      'in fragments that some players cut',
      setEdits(fragmented, 'c6.mp4', 'vide', [{ duration: 2, mediaTime: 0 }]),
    ],
    [
      'trimmed behind an edit without a duration',
      setEdits(keyFrames, 'c7.mp4', 'vide', [
        { duration: 0, mediaTime: 0 },
        { duration: 1, mediaTime: 2 },
      ]),
    ],
  ])('%s is rejected, because its hidden frames cannot be removed', async (_, file) => {
    expect(await remux(file)).toBe(HIDDEN_SCENES)
  })

  it('loses the sound that its edit list hides', async () => {
    const file = setEdits(keyFrames, 'd1.mp4', 'soun', [{ duration: 1, mediaTime: 2 }])
    const stored = (await remux(file)) ?? ''
    expect(durationOf(stored, 'a')).toBeGreaterThan(0.9)
    expect(durationOf(stored, 'a')).toBeLessThanOrEqual(1.001)
  })

  it('keeps the priming and the delay of its sound', async () => {
    const frames = decodedFrames(keyFrames, 'a', 'all')
    expect(decodedFrames((await remux(keyFrames)) ?? '', 'a', 'all')).toEqual(frames)
    const priming = 1_024 / 44_100
    const file = setEdits(keyFrames, 'd2.mp4', 'soun', [delay, { duration: 3, mediaTime: priming }])
    const starts = execFileSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=start_time',
      '-of',
      'csv=p=0',
      (await remux(file)) ?? '',
    ])
    const [video = 0, audio = 0] = String(starts).trim().split('\n').map(Number)
    expect(audio - video).toBeCloseTo(0.4 - priming, 2)
  })

  it('loses the comments of its sound', async () => {
    const file = makeVideo('comments.webm', '-c:v', 'libvpx', '-c:a', 'libvorbis')
    const bytes = readFileSync(file)
    bytes.write('Secret', bytes.indexOf('Xiph.Org'))
    writeFileSync(file, bytes)
    const stored = (await remux(file)) ?? ''
    expect(readFileSync(stored).includes('Secret')).toBe(false)
    expect(decodedFrames(stored, 'a', 'all')).toEqual(decodedFrames(file, 'a', 'all'))
  })

  it('loses every track but the video and the sound that players play', async () => {
    const hidden = ['-i', reordered, '-map', '0:v', '-map', '0:a', '-map', '1:v', '-map', '1:a', '-c', 'copy']
    ffmpeg('-i', keyFrames, ...hidden, at('e1.mp4'))
    const stored = (await remux(at('e1.mp4'))) ?? ''
    const tracks = execFileSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_type',
      '-of',
      'csv=p=0',
      stored,
    ])
    expect(String(tracks).trim().split('\n')).toEqual(['video', 'audio'])
    expect(decodedFrames(stored, 'v', 'all')).toEqual(decodedFrames(keyFrames, 'v', 'all'))
  })
})

describe('A laced block of sound', () => {
  /** Appends a cluster of unknown size with one block, of whose packets players skip some seconds. */
  const appendBlock = (skipped: number) => {
    const padding = Buffer.alloc(8)
    padding.writeBigInt64BE(BigInt(skipped * 1e9))
    const group = Buffer.concat([Buffer.from('a1868200000400fc75a288', 'hex'), padding])
    const cluster = Buffer.from('1f43b67501ffffffffffffffe7822710', 'hex')
    return Buffer.concat([readVideo('live.webm'), cluster, Buffer.from([0xa0, 0x80 + group.length]), group])
  }

  it.each([0.02, -0.02])('is stored if players skip %f s of it', async (skipped) => {
    expect(await remuxVideo({ bytes: appendBlock(skipped), kind: 'webm' })).toMatchObject({ width: 96 })
  })

  it.each([0.5, -0.5])('is rejected if players skip %f s of it', async (skipped) => {
    expect(await remuxVideo({ bytes: appendBlock(skipped), kind: 'webm' })).toBe(HIDDEN_SCENES)
  })
})
