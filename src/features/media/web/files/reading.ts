/**
 * The progress of reading files: the number of the current file, the number of files, and the percentage of
 * all bytes.
 */
export type Reading = { file: number; all: number; percent: number }

/**
 * Tracks the progress and reports each change of the percentage. `finish` counts the whole file, because a
 * rejected file may not have been read completely.
 */
export const startReading = (files: readonly File[], onProgress: (progress: Reading) => void) => {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let finishedFiles = 0
  let finishedBytes = 0
  let currentBytes = 0
  let percent = -1
  const report = () => {
    const next = total === 0 ? 0 : Math.min(100, Math.floor((100 * (finishedBytes + currentBytes)) / total))
    if (next === percent) return
    percent = next
    onProgress({ file: Math.min(finishedFiles + 1, files.length), all: files.length, percent })
  }
  report()
  return {
    read: (bytes: number) => {
      currentBytes += bytes
      report()
    },
    finish: ({ size }: File) => {
      finishedFiles += 1
      finishedBytes += size
      currentBytes = 0
      percent = -1
      report()
    },
  }
}
