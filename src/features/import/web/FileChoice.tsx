import { type DragEvent, useId, useState } from 'react'
import { Spinner } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { listChosenFiles, listDroppedFiles } from './collect-files.ts'
import type { ChosenFile } from './readers/read-files.ts'
import { importTexts } from './texts.ts'

type Props = { isReading: boolean; onChosen(files: ChosenFile[]): void }

/** Lets the member choose files or a folder, or drop them. */
export const FileChoice = ({ isReading, onChosen }: Props) => {
  const [isOver, setIsOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void listDroppedFiles(event.dataTransfer.items).then(onChosen)
  }
  if (isReading)
    return (
      <p role="status" className="flex items-center gap-2 py-8 text-sm text-muted">
        <Spinner /> {importTexts.reading}
      </p>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Dropping is a shortcut for the two inputs inside.
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        'flex flex-wrap items-center justify-center gap-3 rounded-lg border border-dashed px-4 py-10',
        isOver && 'border-accent bg-sunken',
      )}
    >
      <FileInput label={importTexts.choose} onChosen={onChosen} />
      <FileInput label={importTexts.chooseFolder} isFolder onChosen={onChosen} />
      <p className="w-full text-center text-sm text-muted narrow:hidden">{importTexts.drop}</p>
    </div>
  )
}

type InputProps = { label: string; isFolder?: boolean; onChosen(files: ChosenFile[]): void }

const FileInput = ({ label, isFolder = false, onChosen }: InputProps) => {
  const id = useId()
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        // React does not know the attribute, which all browsers support on computers.
        {...(isFolder ? { webkitdirectory: '' } : {})}
        className="peer sr-only"
        onChange={({ target }) =>
          target.files && target.files.length > 0 && onChosen(listChosenFiles(target.files))
        }
      />
      <label
        htmlFor={id}
        className={classNames(
          buttonClasses('plain'),
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
        )}
      >
        {label}
      </label>
    </>
  )
}
