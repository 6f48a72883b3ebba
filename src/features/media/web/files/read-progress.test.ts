import { expect, it } from 'vitest'
import { readChosenFile } from './read-chosen-file.ts'
import { type ReadProgress, trackReadProgress } from './use-example-files.ts'

const aVideo = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'video/mp4' })

it('progress counts the bytes of all files and is reported only when the percentage changes', () => {
  const reports: ReadProgress[] = []
  const files = [aVideo('large.mp4', 9_000), aVideo('small.mp4', 1_000)]
  const progress = trackReadProgress(files, (progress) => reports.push(progress))
  progress.read(4_500)
  progress.read(10)
  progress.read(4_490)
  for (const file of files) progress.finish(file)
  expect(reports).toEqual([
    { fileNumber: 1, fileCount: 2, percent: 0 },
    { fileNumber: 1, fileCount: 2, percent: 45 },
    { fileNumber: 1, fileCount: 2, percent: 90 },
    { fileNumber: 2, fileCount: 2, percent: 90 },
    { fileNumber: 2, fileCount: 2, percent: 100 },
  ])
})

it('a file is read in chunks without changing it', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const chunkSizes: number[] = []
  const read = await readChosenFile(new File([bytes, bytes, bytes], 'a.mp4', { type: 'video/mp4' }), (size) =>
    chunkSizes.push(size),
  )
  expect(chunkSizes.reduce((sum, size) => sum + size, 0)).toBe(180_000)
  if ('title' in read || typeof read.content === 'string') throw new Error('The file was not read')
  expect(new Uint8Array(await read.content.arrayBuffer())).toEqual(
    new Uint8Array([...bytes, ...bytes, ...bytes]),
  )
  expect(read).toMatchObject({ name: 'a.mp4', kind: 'video' })
})

it('a file that is too large is rejected without reading it', async () => {
  const chunkSizes: number[] = []
  const read = await readChosenFile(aVideo('b.mp4', 5 * 1024 * 1024 + 1), (size) => chunkSizes.push(size))
  expect(read).toEqual({ title: 'File too large', description: 'b.mp4 is larger than 5MB' })
  expect(chunkSizes).toEqual([])
})
