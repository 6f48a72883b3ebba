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
  /** The person has changed them. Resolves when they are kept. */
  onChange(files: readonly ChosenFile[]): Promise<void>
}

/** Example files of a form (section 5): what is chosen, what is being read, what was refused. */
export const useFiles = ({ initial, onChange }: Options) => {
  const [list, setList] = useState(initial)
  const latest = useRef(initial)
  const [reading, setReading] = useState<Reading | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)

  const replace = (files: readonly ChosenFile[]) => {
    latest.current = files
    setList(files)
  }
  const change = (files: readonly ChosenFile[]): Promise<void> => {
    replace(files)
    setFault(null)
    return onChange(files)
  }
  const refuse = (said: Fault) => {
    setFault(said)
    toast({ ...said, tone: 'danger' })
  }
  const tellDone = (count: number) =>
    toast({ title: texts.done, description: texts.doneMore(count), tone: 'success' })
  /** Adds what is in order and says what is not. */
  const add = async (given: readonly File[]): Promise<void> => {
    if (given.length === 0 || reading) return
    if (latest.current.length + given.length > limits.exampleFiles)
      return refuse({ title: texts.tooMany, description: texts.tooManyMore })
    const progress = startReading(given, setReading)
    try {
      const read: (ChosenFile | Fault)[] = []
      for (const file of given) {
        read.push(await readFile(file, progress.read))
        progress.finish(file)
      }
      const good = read.filter((one): one is ChosenFile => !isFault(one))
      const kept = good.length ? change([...latest.current, ...good]) : Promise.resolve()
      const reductions = good.flatMap((file) => reductionOf(file) ?? [])
      if (reductions.length) announce(`${reductions.join('. ')}.`)
      const bad = read.find(isFault)
      if (bad) refuse(bad)
      else void kept.then(() => tellDone(good.length))
    } catch {
      refuse({ title: texts.failed, description: texts.failedMore })
    } finally {
      setReading(null)
    }
  }
  return { list, reading, fault, add, change, replace }
}
