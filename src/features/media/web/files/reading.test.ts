import { expect, it } from 'vitest'
import { readFile } from './read-file.ts'
import { type Reading, startReading } from './reading.ts'

const aVideo = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'video/mp4' })

it('progress counts bytes over all files, told only when it is seen', () => {
  const told: Reading[] = []
  const files = [aVideo('large.mp4', 9_000), aVideo('small.mp4', 1_000)]
  const progress = startReading(files, (reading) => told.push(reading))
  progress.read(4_500)
  progress.read(10)
  progress.read(4_490)
  for (const file of files) progress.finish(file)
  expect(told).toEqual([
    { file: 1, all: 2, percent: 0 },
    { file: 1, all: 2, percent: 45 },
    { file: 1, all: 2, percent: 90 },
    { file: 2, all: 2, percent: 90 },
    { file: 2, all: 2, percent: 100 },
  ])
})

it('a file is read in pieces whose bytes add up to it, and stays what it was', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const pieces: number[] = []
  const read = await readFile(new File([bytes, bytes, bytes], 'a.mp4', { type: 'video/mp4' }), (piece) =>
    pieces.push(piece),
  )
  expect(pieces.reduce((sum, piece) => sum + piece, 0)).toBe(180_000)
  if ('title' in read || typeof read.content === 'string') throw new Error('It was not read')
  expect(new Uint8Array(await read.content.arrayBuffer())).toEqual(
    new Uint8Array([...bytes, ...bytes, ...bytes]),
  )
  expect(read).toMatchObject({ name: 'a.mp4', kind: 'video' })
})

it('a file that is too large is refused unread', async () => {
  const pieces: number[] = []
  const read = await readFile(aVideo('b.mp4', 5 * 1024 * 1024 + 1), (piece) => pieces.push(piece))
  expect(read).toEqual({ title: 'File too large', description: 'b.mp4 is larger than 5MB' })
  expect(pieces).toEqual([])
})
