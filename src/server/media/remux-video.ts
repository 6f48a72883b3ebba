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
import { eraseDates, hasWholeBoxes } from './iso-boxes.ts'
import type { Drawn, VideoKind } from './picture.ts'
import { hasWholeElements } from './webm-elements.ts'

type Given = { bytes: Uint8Array; kind: VideoKind }

/** More than a sound track of 5 MB has. */
const MAX_PACKETS = 200_000
const MAX_TRACKS = 8
const MAX_SIDE = 65_535

// What is wrong with a stranger's file is no line in the site's log.
Logging.level = LogLevel.Silent

const formatOf = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  mov: () => new MovOutputFormat({ fastStart: 'in-memory' }),
  webm: () => new WebMOutputFormat(),
} as const

/**
 * A video written anew from the compressed frames of its picture and sound tracks. Other tracks (texts, places, time
 * codes), names, dates, chapters, tags, unknown boxes and bytes that no frame uses are left out, as are tracks of codecs
 * that no browser plays. Frames are not decoded. Null where the file is cut off or has no picture track.
 */
export const remux = async ({ bytes, kind }: Given): Promise<Drawn | null> => {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!(kind === 'webm' ? hasWholeElements(given) : hasWholeBoxes(given))) return null
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] })
  try {
    return await rewrite(input, kind, given.length)
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

const rewrite = async (input: Input, kind: VideoKind, givenBytes: number): Promise<Drawn | null> => {
  const target = new BufferTarget()
  const output = new Output({ format: formatOf[kind](), target })
  const playable: readonly string[] = output.format.getSupportedCodecs()
  const isPlayable = (codec: string | null) => codec !== null && playable.includes(codec)
  const copies: Copy[] = []
  let size: { width: number; height: number } | null = null
  for (const track of await input.getTracks()) {
    if (copies.length === MAX_TRACKS || !isPlayable(await track.getCodec())) continue
    if (track.isVideoTrack()) {
      size ??= { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
      copies.push(await copyPicture(output, track))
    } else if (track.isAudioTrack()) copies.push(await copySound(output, track))
  }
  if (!size || Math.min(size.width, size.height) < 1 || Math.max(size.width, size.height) > MAX_SIDE)
    return null
  await output.start()
  const frames = await readPackets(copies, givenBytes)
  if (!frames) return null
  // Sound may begin before zero, as encoders fill their first packet; no track may in the new file.
  const shift = Math.max(0, ...frames.map(({ packets }) => -(packets[0]?.timestamp ?? 0)))
  for (const { copy, packets } of frames) {
    for (const packet of packets)
      await copy.add(shift > 0 ? packet.clone({ timestamp: packet.timestamp + shift }) : packet)
    copy.close()
  }
  await output.finalize()
  if (!target.buffer) return null
  const made = Buffer.from(target.buffer)
  if (kind !== 'webm') eraseDates(made)
  return { bytes: made, ...size }
}

type Copy = {
  sink: EncodedPacketSink
  isPicture: boolean
  add: (packet: EncodedPacket) => Promise<void>
  close: () => void
}

const copyPicture = async (output: Output, track: InputVideoTrack): Promise<Copy> => {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw new Error('No decoder configuration')
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { rotation: await track.getRotation(), flip: await track.getFlip() })
  return {
    sink: new EncodedPacketSink(track),
    isPicture: true,
    add: (packet) => source.add(packet, { decoderConfig }),
    close: () => source.close(),
  }
}

const copySound = async (output: Output, track: InputAudioTrack): Promise<Copy> => {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw new Error('No decoder configuration')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  return {
    sink: new EncodedPacketSink(track),
    isPicture: false,
    add: (packet) => source.add(packet, { decoderConfig }),
    close: () => source.close(),
  }
}

/** Null where a picture track has no frames, or tables name the same bytes again and again. */
const readPackets = async (copies: readonly Copy[], givenBytes: number) => {
  let [count, bytes] = [0, 0]
  const read: { copy: Copy; packets: EncodedPacket[] }[] = []
  for (const copy of copies) {
    const packets: EncodedPacket[] = []
    for await (const packet of copy.sink.packets()) {
      count += 1
      bytes += packet.byteLength
      if (count > MAX_PACKETS || bytes > givenBytes) return null
      packets.push(packet)
    }
    if (packets.length === 0 && copy.isPicture) return null
    read.push({ copy, packets })
  }
  return read
}
