/** How far the reading of files has come: which one of how many, and the hundredths of all their bytes. */
export type Reading = { file: number; all: number; percent: number }

/** Tells of the progress where it changes what is seen. `finish`: a file that was refused may not have been read whole. */
export const startReading = (files: readonly File[], tell: (reading: Reading) => void) => {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let finished = 0
  let before = 0
  let current = 0
  let percent = -1
  const show = () => {
    const now = total === 0 ? 0 : Math.min(100, Math.floor((100 * (before + current)) / total))
    if (now === percent) return
    percent = now
    tell({ file: Math.min(finished + 1, files.length), all: files.length, percent })
  }
  show()
  return {
    read: (bytes: number) => {
      current += bytes
      show()
    },
    finish: ({ size }: File) => {
      finished += 1
      before += size
      current = 0
      percent = -1
      show()
    },
  }
}
