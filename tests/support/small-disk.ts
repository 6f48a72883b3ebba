import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const mount = (folder: string, megabytes: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]).status === 0

const unmount = (folder: string): void => {
  spawnSync('umount', ['-l', folder])
}

const canMountIn = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true })
  const isMounted = mount(folder, 1)
  if (isMounted) unmount(folder)
  rmSync(folder, { recursive: true, force: true })
  return isMounted
}

/** Whether this user account may mount file systems, which requires root. */
export const canMount = canMountIn(`/tmp/prompts-mount-${process.pid}`)

export type SmallDisk = {
  folder: string
  /** Fills all the remaining space. */
  fill(): void
  /** Releases the space again. */
  free(): void
  /** Gives the file system a new size. */
  grow(megabytes: number): void
}

/** Mounts a file system of a few megabytes at `folder`; it is unmounted after the test. */
export const mountSmallDisk = (folder: string, megabytes: number): SmallDisk => {
  mkdirSync(folder, { recursive: true })
  if (!mount(folder, megabytes)) throw new Error(`Cannot mount ${folder}`)
  onTestFinished(() => unmount(folder))
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'a')
      // The pieces become smaller and smaller, so not even a page of space is left.
      for (const size of [1 << 20, 1 << 12]) writeUntilFull(file, Buffer.alloc(size, 1))
      closeSync(file)
    },
    free: () => rmSync(ballast),
    grow: (size) => void spawnSync('mount', ['-o', `remount,size=${size}m`, folder]),
  }
}

const writeUntilFull = (file: number, bytes: Buffer): void => {
  try {
    while (writeSync(file, bytes) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
