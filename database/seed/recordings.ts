import { createHash } from 'node:crypto'
import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import sharp from 'sharp'
import { formatMediaName } from '#core/media-name.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { createRandom, type Random } from './random.ts'

const SAMPLE_RATE = 24_000
const PICTURE = { width: 1_280, height: 720 } as const

/** Plays a recording and stores it as a video whose picture is its waveform; returns its `/media/…` URL. */
export const storeRecording = async (
  files: FileStore,
  name: RecordingName,
  seed: string,
): Promise<string> => {
  const bytes = await buildVideo(recordings[name](createRandom(seed)))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const file = formatMediaName({ hash, ...PICTURE, extension: 'mp4' })
  await files.write(file, bytes)
  return `/media/${file}`
}

const BEAT_SECONDS = 60 / 66
/** Beats, lengths in beats, and semitones above the D flat below middle C. */
const MELODY = [
  [0, 2, 12],
  [2, 1, 16],
  [3, 2, 19],
  [5, 1, 17],
  [6, 1, 16],
  [7, 1, 14],
  [8, 1, 11],
  [9, 4, 12],
] as const
const BASS = [
  [0, 0],
  [3, -3],
  [6, -5],
  [9, 0],
] as const
const D_FLAT_HERTZ = 138.59

/** Four bars of a lullaby in 3/4 for a felt piano, with rain on the roof. */
const playLullaby = (random: Random): Float32Array => {
  const sound = new Float32Array(Math.ceil(15 * BEAT_SECONDS * SAMPLE_RATE))
  for (const [beat, length, tone] of MELODY) addNote(sound, beat, length + 2, tone, 0.3)
  for (const [beat, tone] of BASS) {
    // The left hand plays broken tenths.
    for (const [step, interval] of [0, 7, 16].entries())
      addNote(sound, beat + step, 4, tone - 12 + interval, 0.16)
  }
  let rain = 0
  for (const [index, sample] of sound.entries()) {
    rain += (random.between(-1, 1) - rain) * 0.2
    const end = Math.min(1, (sound.length - index) / (2 * SAMPLE_RATE))
    sound[index] = (sample + rain * 0.012) * end
  }
  return sound
}

/** Adds a soft tone with a few harmonics, the higher ones of which fade sooner. */
const addNote = (sound: Float32Array, beat: number, beats: number, tone: number, volume: number): void => {
  const start = Math.round(beat * BEAT_SECONDS * SAMPLE_RATE)
  const hertz = D_FLAT_HERTZ * 2 ** (tone / 12)
  const end = Math.min(sound.length, start + Math.round(beats * BEAT_SECONDS * SAMPLE_RATE))
  for (let index = start; index < end; index += 1) {
    const seconds = (index - start) / SAMPLE_RATE
    const attack = Math.min(1, seconds / 0.012) * Math.min(1, (end - index) / (0.1 * SAMPLE_RATE))
    let value = 0
    for (const harmonic of [1, 2, 3])
      value +=
        (Math.sin(2 * Math.PI * hertz * harmonic * seconds) * Math.exp(-seconds * harmonic * 1.1)) /
        harmonic ** 2
    sound[index] = (sound[index] ?? 0) + value * attack * volume
  }
}

const recordings = { lullaby: playLullaby }
export type RecordingName = keyof typeof recordings

const BARS = 96

/** Draws the loudest sample of each part of the sound as a bar. */
const drawWaveform = (sound: Float32Array): string => {
  const step = PICTURE.width / (BARS + 16)
  const peaks = Array.from({ length: BARS }, (_, bar) =>
    sound
      .subarray((bar * sound.length) / BARS, ((bar + 1) * sound.length) / BARS)
      .reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
  )
  const highest = Math.max(...peaks)
  const bars = peaks.map((peak, bar) => {
    const height = 8 + (peak / highest) * 380
    const x = (bar + 8) * step
    return `<rect x="${x.toFixed(1)}" y="${(360 - height / 2).toFixed(1)}" width="${(step * 0.56).toFixed(1)}" height="${height.toFixed(1)}" rx="3"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}"><rect width="1280" height="720" fill="#1f2a38"/><g fill="#f1c27b">${bars.join('')}</g></svg>`
}

const buildVideo = async (sound: Float32Array): Promise<Buffer> => {
  const picture = await sharp(Buffer.from(drawWaveform(sound)))
    .resize(PICTURE.width, PICTURE.height)
    .removeAlpha()
    .avif({ quality: 70, effort: 2, chromaSubsampling: '4:2:0' })
    .toBuffer()
  registerFlacEncoder()
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new EncodedVideoPacketSource('av1')
  const audio = new AudioSampleSource({ codec: 'flac' })
  output.addVideoTrack(video)
  output.addAudioTrack(audio)
  await output.start()
  const seconds = sound.length / SAMPLE_RATE
  await video.add(new EncodedPacket(readPictureData(picture), 'key', 0, seconds), {
    decoderConfig: { codec: 'av01.0.05M.08', codedWidth: PICTURE.width, codedHeight: PICTURE.height },
  })
  const samples = new AudioSample({
    format: 's16',
    numberOfChannels: 1,
    sampleRate: SAMPLE_RATE,
    timestamp: 0,
    data: Int16Array.from(sound, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)),
  })
  await audio.add(samples)
  samples.close()
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}

/** Returns the data of an AVIF image, which is a key frame of a video in AV1: the content of its last box. */
const readPictureData = (avif: Buffer): Buffer => {
  const name = avif.indexOf('mdat', 0, 'latin1')
  return avif.subarray(name + 4, name - 4 + avif.readUInt32BE(name - 4))
}
