import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
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
import { removeComments } from './codec-comments.ts'
import {
  eraseDates,
  hasCompleteBoxes,
  hasTooManyFrames,
  keepOnlyFragments,
  readShown,
  type Shown,
} from './iso-boxes.ts'
import type { EncodedFile, VideoKind } from './media-types.ts'
import { hasUncertainEnd, keepPlayedPackets, keepShownFrames } from './shown-packets.ts'
import { hasCompleteElements, readSkippedParts, type SkippedPart } from './webm-elements.ts'

type VideoFile = { bytes: Uint8Array; kind: VideoKind }

/** A limit above the number of packets that a 5 MB audio track contains. */
const MAX_PACKETS = 200_000
const MAX_SIDE = 65_535
/** Above the delay of any encoder; Opus has the longest with 80 ms (RFC 7845, section 4.2). */
const MAX_CODEC_DELAY_SECONDS = 0.1

// Suppresses log messages because defects in uploaded files must not fill the server's log.
Logging.level = LogLevel.Silent

const outputFormats = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  mov: () => new MovOutputFormat({ fastStart: 'in-memory' }),
  webm: () => new WebMOutputFormat(),
} as const

/** The result for a video with scenes that players do not show and that cannot be removed without encoding it again. */
export const HIDDEN_SCENES = 'hidden-scenes'
export type RemuxResult = EncodedFile | typeof HIDDEN_SCENES | null

/**
 * Rebuilds a video from the compressed frames of the video and the audio track that players play, without decoding
 * them. Drops what players do not show: frames outside the edit list, other tracks (subtitles, locations, time codes,
 * alternatives), names, dates, chapters, tags, unknown boxes, unreferenced bytes and tracks whose codec no browser
 * plays. Returns null if the file is truncated or has no video track.
 */
export const remuxVideo = async ({ bytes, kind }: VideoFile): Promise<RemuxResult> => {
  const original = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!(kind === 'webm' ? hasCompleteElements(original) : hasCompleteBoxes(original))) return null
  const input = open(bytes)
  try {
    return await rewrite(input, kind, original)
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

const open = (bytes: Uint8Array): Input =>
  new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] })

const rewrite = async (input: Input, kind: VideoKind, original: Buffer): Promise<RemuxResult> => {
  if (kind !== 'webm' && hasTooManyFrames(original, MAX_PACKETS)) return null
  const target = new BufferTarget()
  const output = new Output({ format: outputFormats[kind](), target })
  const { video, audio } = await findPlayedTracks(input, output.format.getSupportedCodecs())
  if (!video) return null
  const size = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
  if (Math.min(size.width, size.height) < 1 || Math.max(size.width, size.height) > MAX_SIDE) return null
  const played = audio ? [video, audio] : [video]
  const [frames, sounds = []] = (await readPackets(played, original)) ?? []
  if (!frames?.length) return null
  const trims = readTrims(original, kind)
  const [videoRange, audioRange] = [trims.shownOf(video), audio && trims.shownOf(audio)]
  if (!videoRange) return null
  if (videoRange === 'scenes' || audioRange === 'scenes') return HIDDEN_SCENES
  const shown = keepShownFrames(frames, videoRange)
  if (!shown || hasUncertainEnd(frames, videoRange)) return HIDDEN_SCENES
  if (audioRange && hasUncertainEnd(sounds, audioRange)) return HIDDEN_SCENES
  if (shown.length === 0) return null
  const tracks = [{ add: await addVideoTrack(output, video), packets: shown }]
  if (audio && audioRange) {
    const packets = keepPlayedPackets(sounds, audioRange, {
      sampleRate: await audio.getSampleRate(),
      isTrimmed: { start: shown[0] !== frames[0], end: shown.at(-1) !== frames.at(-1) },
      skippedParts: trims.skippedParts.filter(({ track }) => track === audio.id),
    })
    if (packets.length > 0) tracks.push({ add: await addAudioTrack(output, audio), packets })
  }
  await output.start()
  // Audio may start at a negative time (encoder priming), which WebM does not allow.
  const shift = Math.max(0, ...tracks.map(({ packets: [first] }) => -(first?.timestamp ?? 0)))
  for (const { add, packets } of tracks)
    for (const packet of packets)
      await add(shift > 0 ? packet.clone({ timestamp: packet.timestamp + shift }) : packet)
  await output.finalize()
  if (!target.buffer) return null
  const rebuilt = Buffer.from(target.buffer)
  if (kind !== 'webm') eraseDates(rebuilt)
  return { bytes: rebuilt, ...size }
}

/** Finds the tracks that players play: the first of each type that is enabled, or the first one. */
const findPlayedTracks = async (input: Input, codecs: readonly string[]) => {
  const choose = async <Track extends InputTrack>(tracks: readonly Track[]): Promise<Track | null> => {
    const playable: { track: Track; isEnabled: boolean }[] = []
    for (const track of tracks)
      if (codecs.includes((await track.getCodec()) ?? ''))
        playable.push({ track, isEnabled: (await track.getDisposition()).default })
    return (playable.find(({ isEnabled }) => isEnabled) ?? playable[0])?.track ?? null
  }
  return {
    video: await choose(await input.getVideoTracks()),
    audio: await choose(await input.getAudioTracks()),
  }
}

type Trims = {
  shownOf: (track: InputTrack) => Shown
  /** The parts of packets that players skip. */
  skippedParts: readonly SkippedPart[]
}

const readTrims = (bytes: Buffer, kind: VideoKind): Trims => {
  if (kind !== 'webm') {
    const shownById = readShown(bytes)
    return { shownOf: ({ id }) => shownById.get(id) ?? null, skippedParts: [] }
  }
  const { codecDelays, skippedParts } = readSkippedParts(bytes)
  const shownOf = ({ id }: InputTrack): Shown =>
    (codecDelays.get(id) ?? 0) > MAX_CODEC_DELAY_SECONDS ||
    skippedParts.some(
      ({ track, skipped, isLaced }) => isLaced && track === id && Math.abs(skipped) > MAX_CODEC_DELAY_SECONDS,
    )
      ? 'scenes'
      : { start: 0, end: Number.POSITIVE_INFINITY }
  return { shownOf, skippedParts: skippedParts.filter(({ isLaced }) => !isLaced) }
}

type AddPacket = (packet: EncodedPacket) => Promise<void>

const addVideoTrack = async (output: Output, track: InputVideoTrack): Promise<AddPacket> => {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (!codec || !decoderConfig) throw new Error('No decoder configuration')
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { rotation: await track.getRotation(), flip: await track.getFlip() })
  return (packet) => source.add(packet, { decoderConfig })
}

const addAudioTrack = async (output: Output, track: InputAudioTrack): Promise<AddPacket> => {
  const [codec, original] = [await track.getCodec(), await track.getDecoderConfig()]
  if (!codec || !original) throw new Error('No decoder configuration')
  const description = original.description && removeComments(codec, original.description)
  const decoderConfig = { ...original, ...(description && { description }) }
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  return (packet) => source.add(packet, { decoderConfig })
}

/**
 * Reads the packets of both tracks, in the order of decoding. Returns null if sample tables refer to the same bytes
 * repeatedly.
 */
const readPackets = async (
  tracks: readonly InputTrack[],
  original: Buffer,
): Promise<EncodedPacket[][] | null> => {
  // Mediabunny ignores the fragments behind frames that the movie box lists.
  const fragments = keepOnlyFragments(original)
  const fragmentTracks = fragments ? await open(fragments).getTracks() : []
  let [count, bytes] = [0, 0]
  const packetsByTrack: EncodedPacket[][] = []
  for (const track of tracks) {
    const packets: EncodedPacket[] = []
    for (const part of [track, ...fragmentTracks.filter(({ id }) => id === track.id)])
      for await (const packet of new EncodedPacketSink(part).packets()) {
        count += 1
        bytes += packet.byteLength
        if (count > MAX_PACKETS || bytes > original.length) return null
        packets.push(packet)
      }
    packetsByTrack.push(packets)
  }
  return packetsByTrack
}
