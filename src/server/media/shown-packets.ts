import type { ShownRange } from './iso-boxes.ts'
import type { SkippedPart } from './webm-elements.ts'

/** The properties of a compressed packet that decide whether players show it. Times are in seconds. */
export type TimedPacket = { timestamp: number; duration: number; type: 'key' | 'delta' }

/** Less than one tick of the finest time scale in use. */
const TOLERANCE = 1e-6
/** The samples that audio encoders write before the sound begins; Apple's AAC encoder writes the most. */
const MAX_PRIMING_SAMPLES = 2_112

/**
 * Keeps the frames that players show. `packets` are in the order of decoding. Returns null if a frame that is shown
 * cannot be decoded without one that is not.
 */
export const keepShownFrames = <Packet extends TimedPacket>(
  packets: readonly Packet[],
  { start, end }: ShownRange,
): Packet[] | null => {
  const remaining: Packet[] = []
  // Whether no frame has been dropped since the last key frame, and between the one before it and it.
  let [isWhole, isPreviousWhole, keyTime] = [true, true, Number.NEGATIVE_INFINITY]
  for (const packet of packets) {
    const { timestamp, type } = packet
    if (type === 'key') [isWhole, isPreviousWhole, keyTime] = [true, isWhole, timestamp]
    const isShown = timestamp >= start - TOLERANCE && timestamp < end - TOLERANCE
    // Leading frames are decoded after a key frame but shown before it. They need the frames before the key frame,
    // and the frames shown after the key frame never need them.
    const isLeading = timestamp < keyTime
    if (isShown) {
      if (!isWhole || (isLeading && !isPreviousWhole)) return null
      remaining.push(packet)
    } else if (isLeading) isPreviousWhole = false
    else isWhole = false
  }
  return remaining
}

/** Returns whether the track has packets that some players show and others hide. */
export const hasUncertainEnd = (
  packets: readonly TimedPacket[],
  { end, isEndUncertain = false }: ShownRange,
): boolean => isEndUncertain && packets.some(({ timestamp }) => timestamp >= end - TOLERANCE)

type AudioTrims = {
  sampleRate: number
  /** Whether frames of the video at these ends are hidden. */
  isTrimmed: { start: boolean; end: boolean }
  skippedParts: readonly SkippedPart[]
}

/**
 * Keeps the packets of an audio track that players play, and the encoder's priming. If more is hidden than encoders
 * write, or if the video is trimmed, a packet that is played only in part is dropped too.
 */
export const keepPlayedPackets = <Packet extends TimedPacket>(
  packets: readonly Packet[],
  { start, end }: ShownRange,
  { sampleRate, isTrimmed, skippedParts }: AudioTrims,
): Packet[] => {
  const maxPriming = MAX_PRIMING_SAMPLES / sampleRate + TOLERANCE
  const lead = start - (packets[0]?.timestamp ?? 0)
  const tail =
    packets.reduce((last, { timestamp, duration }) => Math.max(last, timestamp + duration), 0) - end
  const from = isTrimmed.start || lead > maxPriming ? start : Number.NEGATIVE_INFINITY
  const hasHiddenEnd = isTrimmed.end || tail > maxPriming
  const skippedByTime = new Map(skippedParts.map((part) => [toMicroseconds(part.timestamp), part.skipped]))
  const isSkipped = ({ timestamp }: Packet) =>
    Math.abs(skippedByTime.get(toMicroseconds(timestamp)) ?? 0) > maxPriming
  const isPlayed = ({ timestamp, duration }: Packet) =>
    timestamp >= from - TOLERANCE &&
    (hasHiddenEnd ? timestamp + duration <= end + TOLERANCE : timestamp < end - TOLERANCE)
  return packets.filter((packet) => isPlayed(packet) && !isSkipped(packet))
}

const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6)
