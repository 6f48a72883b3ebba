import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { eraseDates, hasCompleteBoxes } from './iso-boxes.ts'
import type { EncodedFile, VideoKind } from './media-types.ts'
import { hasCompleteElements } from './webm-elements.ts'

type VideoFile = { bytes: Uint8Array; kind: VideoKind }

/** A limit above the number of packets that a 5 MB audio track contains. */
const MAX_PACKETS = 200_000
const MAX_TRACKS = 8
const MAX_SIDE = 65_535

// Suppresses log messages because defects in uploaded files must not fill the server's log.
Logging.level = LogLevel.Silent

const outputFormats = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  mov: () => new MovOutputFormat({ fastStart: 'in-memory' }),
  webm: () => new WebMOutputFormat(),
} as const

/**
 * Rebuilds a video from the compressed frames of its video and audio tracks, without decoding them. Drops
 * other tracks (subtitles, locations, time codes), names, dates, chapters, tags, unknown boxes, unreferenced
 * bytes and tracks whose codec no browser plays. Returns null if the file is truncated or has no video track.
 */
export const remuxVideo = async ({ bytes, kind }: VideoFile): Promise<EncodedFile | null> => {
  const original = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!(kind === 'webm' ? hasCompleteElements(original) : hasCompleteBoxes(original))) return null
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] })
  try {
    return await rewrite(input, kind, original.length)
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

const rewrite = async (input: Input, kind: VideoKind, originalBytes: number): Promise<EncodedFile | null> => {
  const target = new BufferTarget()
  const output = new Output({ format: outputFormats[kind](), target })
  const playable: readonly string[] = output.format.getSupportedCodecs()
  const isPlayable = (codec: string | null) => codec !== null && playable.includes(codec)
  const copies: TrackCopy[] = []
  let size: { width: number; height: number } | null = null
  for (const track of await input.getTracks()) {
    if (copies.length === MAX_TRACKS || !isPlayable(await track.getCodec())) continue
    if (track.isVideoTrack()) {
      size ??= { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
      copies.push(await copyVideoTrack(output, track))
    } else if (track.isAudioTrack()) copies.push(await copyAudioTrack(output, track))
  }
  if (!size || Math.min(size.width, size.height) < 1 || Math.max(size.width, size.height) > MAX_SIDE)
    return null
  await output.start()
  const frames = await readPackets(copies, originalBytes)
  if (!frames) return null
  // Audio may start at a negative time (encoder priming), which the output format does not allow.
  const shift = Math.max(0, ...frames.map(({ packets }) => -(packets[0]?.timestamp ?? 0)))
  for (const { copy, packets } of frames) {
    for (const packet of packets)
      await copy.add(shift > 0 ? packet.clone({ timestamp: packet.timestamp + shift }) : packet)
    copy.close()
  }
  await output.finalize()
  if (!target.buffer) return null
  const rebuilt = Buffer.from(target.buffer)
  if (kind !== 'webm') eraseDates(rebuilt)
  return { bytes: rebuilt, ...size }
}

type TrackCopy = {
  sink: EncodedPacketSink
  isVideo: boolean
  add: (packet: EncodedPacket) => Promise<void>
  close: () => void
}

const copyVideoTrack = async (output: Output, track: InputVideoTrack): Promise<TrackCopy> => {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw new Error('No decoder configuration')
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { rotation: await track.getRotation(), flip: await track.getFlip() })
  return {
    sink: new EncodedPacketSink(track),
    isVideo: true,
    add: (packet) => source.add(packet, { decoderConfig }),
    close: () => source.close(),
  }
}

const copyAudioTrack = async (output: Output, track: InputAudioTrack): Promise<TrackCopy> => {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw new Error('No decoder configuration')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  return {
    sink: new EncodedPacketSink(track),
    isVideo: false,
    add: (packet) => source.add(packet, { decoderConfig }),
    close: () => source.close(),
  }
}

/**
 * Reads the packets of all tracks. Returns null if a video track has no frames, or if sample tables refer to the same
 * bytes repeatedly.
 */
const readPackets = async (copies: readonly TrackCopy[], originalBytes: number) => {
  let [count, bytes] = [0, 0]
  const tracks: { copy: TrackCopy; packets: EncodedPacket[] }[] = []
  for (const copy of copies) {
    const packets: EncodedPacket[] = []
    for await (const packet of copy.sink.packets()) {
      count += 1
      bytes += packet.byteLength
      if (count > MAX_PACKETS || bytes > originalBytes) return null
      packets.push(packet)
    }
    if (packets.length === 0 && copy.isVideo) return null
    tracks.push({ copy, packets })
  }
  return tracks
}
