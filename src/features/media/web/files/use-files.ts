import { useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { announce } from '#web/announce.ts'
import { toast } from '#web/kit/toast.ts'
import { type ChosenFile, reductionOf } from './chosen-file.ts'
import { type Fault, isFault, readFile } from './read-file.ts'
import { type Reading, startReading } from './reading.ts'
import { texts } from './texts.ts'

export type Files = ReturnType<typeof useFiles>

type Options = {
  initial: readonly ChosenFile[]
  /** Called when the person changes the files. Resolves once the change is saved. */
  onChange(files: readonly ChosenFile[]): Promise<void>
}

/**
 * The state of a form's example files: chosen files, read progress and error
 * (docs/spec/forms.md#example-files).
 */
export const useFiles = ({ initial, onChange }: Options) => {
  const [list, setList] = useState(initial)
  const latest = useRef(initial)
  const [reading, setReading] = useState<Reading | null>(null)
  const [error, setError] = useState<Fault | null>(null)

  const replace = (files: readonly ChosenFile[]) => {
    latest.current = files
    setList(files)
  }
  const change = (files: readonly ChosenFile[]): Promise<void> => {
    replace(files)
    setError(null)
    return onChange(files)
  }
  const reject = (fileError: Fault) => {
    setError(fileError)
    toast({ ...fileError, tone: 'danger' })
  }
  const announceAdded = (count: number) =>
    toast({ title: texts.done, description: texts.doneMore(count), tone: 'success' })
  /** Adds the valid files and reports the first rejected one. */
  const add = async (newFiles: readonly File[]): Promise<void> => {
    if (newFiles.length === 0 || reading) return
    if (latest.current.length + newFiles.length > limits.exampleFiles)
      return reject({ title: texts.tooMany, description: texts.tooManyMore })
    const progress = startReading(newFiles, setReading)
    try {
      const results: (ChosenFile | Fault)[] = []
      for (const file of newFiles) {
        results.push(await readFile(file, progress.read))
        progress.finish(file)
      }
      const added = results.filter((result): result is ChosenFile => !isFault(result))
      const saved = added.length ? change([...latest.current, ...added]) : Promise.resolve()
      const reductions = added.flatMap((file) => reductionOf(file) ?? [])
      if (reductions.length) announce(`${reductions.join('. ')}.`)
      const rejected = results.find(isFault)
      if (rejected) reject(rejected)
      else void saved.then(() => announceAdded(added.length))
    } catch {
      reject({ title: texts.failed, description: texts.failedMore })
    } finally {
      setReading(null)
    }
  }
  return { list, reading, error, add, change, replace }
}
