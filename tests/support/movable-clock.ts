import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const findLibrary = (): string | null => {
  for (const folder of ['/usr/lib', ...readdirSync('/usr/lib').map((name) => path.join('/usr/lib', name))]) {
    const library = path.join(folder, 'faketime/libfaketimeMT.so.1')
    if (existsSync(library)) return library
  }
  return null
}

/** The path of Debian's `faketime` library, which makes a process see a different time; null if it is not installed. */
export const faketimeLibrary = findLibrary()

/**
 * Creates a clock that can be changed while a process is running; start the process with `env`. The monotonic clock,
 * which timers use, is not affected, just as when the system time of a real machine is corrected.
 */
export const createMovableClock = (file: string) => {
  const set = (hours: number) => writeFileSync(file, hours < 0 ? `${hours}h\n` : `+${hours}h\n`)
  set(0)
  return {
    set,
    env: {
      LD_PRELOAD: faketimeLibrary ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  }
}
