import { useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { type ChosenFile, describeChanges } from './chosen-file.ts'
import { type FileError, isFileError, readChosenFile } from './read-chosen-file.ts'
import { fileTexts } from './texts.ts'
import { describeUploadError, type UploadError, useFileUploads } from './use-file-uploads.ts'

/**
 * The progress of reading the chosen files: the current file's number, the total number of files, and the
 * percentage of all bytes.
 */
export type ReadProgress = { fileNumber: number; fileCount: number; percent: number }

/**
 * Tracks the progress and reports each change in the percentage. `finish` counts the whole file, because a
 * rejected file may not have been read completely.
 */
export const trackReadProgress = (files: readonly File[], onProgress: (progress: ReadProgress) => void) => {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let finishedFiles = 0
  let finishedBytes = 0
  let currentBytes = 0
  let percent = -1
  const report = () => {
    const next = total === 0 ? 0 : Math.min(100, Math.floor((100 * (finishedBytes + currentBytes)) / total))
    if (next === percent) return
    percent = next
    onProgress({ fileNumber: Math.min(finishedFiles + 1, files.length), fileCount: files.length, percent })
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

export type ExampleFilesState = ReturnType<typeof useExampleFiles>

type Options = {
  initial: readonly ChosenFile[]
  /** Called when the user changes the files. Resolves once the change is saved. */
  onChange(files: readonly ChosenFile[]): Promise<void>
}

/**
 * Manages a form's example files: chosen files, read progress, uploads and error (docs/spec/forms.md#example-files).
 */
export const useExampleFiles = ({ initial, onChange }: Options) => {
  const [list, setList] = useState(initial)
  const latest = useRef(initial)
  const [reading, setReading] = useState<ReadProgress | null>(null)
  const [error, setError] = useState<FileError | null>(null)
  const uploads = useFileUploads()

  const replace = (files: readonly ChosenFile[]) => {
    for (const { id } of latest.current) if (!files.some((file) => file.id === id)) uploads.cancel(id)
    latest.current = files
    setList(files)
  }
  const change = (files: readonly ChosenFile[]): Promise<void> => {
    replace(files)
    setError(null)
    return onChange(files)
  }
  const reject = (fileError: FileError) => {
    setError(fileError)
    showToast({ ...fileError, tone: 'danger' })
  }
  const announceAdded = (count: number) =>
    showToast({ title: fileTexts.done, description: fileTexts.doneMore(count), tone: 'success' })
  /**
   * Uploads files. Reports a failed upload, unless the file was removed in the meantime. Resolves to the number of
   * uploaded files, or to 0 if any upload has failed.
   */
  const upload = async (files: readonly ChosenFile[]): Promise<number> => {
    let count = 0
    const failures: UploadError[] = []
    const settle = async (file: ChosenFile) => {
      try {
        await uploads.start(file)
        count += 1
      } catch (failure) {
        if (latest.current.some(({ id }) => id === file.id))
          failures.push(describeUploadError(failure, file.name))
      }
    }
    await Promise.all(files.map(settle))
    const [failure] = failures
    if (!failure) return count
    showToast({ title: failure.title, description: failure.description, tone: 'danger' })
    return 0
  }
  /** Adds the valid files, starts to upload them, and reports the first rejected file. */
  const add = async (newFiles: readonly File[]): Promise<void> => {
    if (newFiles.length === 0 || reading) return
    if (latest.current.length + newFiles.length > limits.exampleFiles)
      return reject({ title: fileTexts.tooMany, description: fileTexts.tooManyMore })
    const progress = trackReadProgress(newFiles, setReading)
    try {
      const results: (ChosenFile | FileError)[] = []
      for (const file of newFiles) {
        results.push(await readChosenFile(file, progress.read))
        progress.finish(file)
      }
      const added = results.filter((result): result is ChosenFile => !isFileError(result))
      const saved = added.length ? change([...latest.current, ...added]) : Promise.resolve()
      const changes = added.flatMap(describeChanges)
      if (changes.length) announce(changes.map((change) => change.replace(/\.?$/, '.')).join(' '))
      const rejected = results.find(isFileError)
      if (rejected) reject(rejected)
      void Promise.all([upload(added), saved]).then(([count]) => {
        if (!rejected && count > 0) announceAdded(count)
      })
    } catch {
      reject({ title: fileTexts.failed, description: fileTexts.failedMore })
    } finally {
      setReading(null)
    }
  }
  return {
    list,
    reading,
    error,
    add,
    change,
    replace,
    uploads: uploads.states,
    retry: (file: ChosenFile) => void upload([file]).then((count) => count > 0 && announceAdded(count)),
    /**
     * Resolves to the files' URLs, in order, once all files are uploaded. Throws the same errors as
     * `useFileUploads().waitForAddresses`.
     */
    waitForAddresses: () => uploads.waitForAddresses(latest.current),
  }
}
