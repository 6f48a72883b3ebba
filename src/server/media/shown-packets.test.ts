import { describe, expect, it } from 'vitest'
import { keepPlayedPackets, keepShownFrames } from './shown-packets.ts'

/** Builds frames from their times in the order of decoding; a key frame is marked with `K`. */
const frames = (text: string) =>
  text.split(' ').map((word) => ({
    timestamp: Number(word.replace('K', '')),
    duration: 1,
    type: word.startsWith('K') ? ('key' as const) : ('delta' as const),
  }))
const keep = (text: string, start: number, end: number) =>
  keepShownFrames(frames(text), { start, end })?.map(({ timestamp }) => timestamp) ?? null

describe('The frames of a video', () => {
  it.each([
    ['K0 1 2 K3 4 5', 3, 9, [3, 4, 5]],
    ['K0 1 2 K3 4 5', 0, 4, [0, 1, 2, 3]],
    ['K0 2 1 K5 3 4 6', 5, 9, [5, 6]],
    ['K0 2 1 K5 3 4 6', -9, 9, [0, 2, 1, 5, 3, 4, 6]],
    ['K0 K1 K2', 1, 2, [1]],
  ])('%s from %i to %i are kept as %j', (text, start, end, expected) => {
    expect(keep(text, start, end)).toEqual(expected)
  })

  it.each([
    ['K0 1 2 K3 4 5', 1, 9],
    ['K0 3 1 2', 0, 3],
    ['K0 2 1 K5 3 4 6', 4, 9],
    ['K0 2 1 K5 3 4 6', 0, 5],
  ])('%s from %i to %i need hidden ones', (text, start, end) => {
    expect(keep(text, start, end)).toBeNull()
  })
})

describe('The packets of a sound', () => {
  const packets = Array.from({ length: 10 }, (_, index) => ({
    timestamp: (index - 1) * 0.02,
    duration: 0.02,
    type: 'key' as const,
  }))
  const trims = { sampleRate: 48_000, isTrimmed: { start: false, end: false }, skippedParts: [] }
  const count = (start: number, end: number, changes: Partial<typeof trims> = {}) =>
    keepPlayedPackets(packets, { start, end }, { ...trims, ...changes }).length

  it('are kept with the priming of the encoder', () => expect(count(0, 0.18)).toBe(10))
  it('lose packets that the priming cannot explain', () => expect(count(0.05, 0.18)).toBe(6))
  it('lose the priming if the video is trimmed', () =>
    expect(count(0, 0.18, { isTrimmed: { start: true, end: false } })).toBe(9))
  it('lose packets behind the end', () => expect(count(0, 0.11)).toBe(6))
  it('lose a packet of which most is skipped', () => {
    const skippedParts = [{ track: 1, timestamp: 0.16, skipped: 0.05, isLaced: false }]
    expect(keepPlayedPackets(packets, { start: 0, end: 1 }, { ...trims, skippedParts })).toHaveLength(9)
  })
})
