import { useId, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { moveItem } from './chosen-file.ts'
import { FileTile } from './FileTile.tsx'
import { fileTexts } from './texts.ts'
import type { ExampleFilesState } from './use-example-files.ts'

type Props = {
  files: ExampleFilesState
  /** True while files are being dragged over the form. */
  isOver: boolean
  /** True if the examples are of a prompt for sound, which a file of its own cannot contain. */
  isForSound?: boolean
  error?: string | undefined
}

/**
 * The Example Output field. Accepts files through a file picker, drag and drop or pasting, and lets the user reorder
 * them (docs/spec/forms.md#example-files).
 */
export const ExampleFilesField = ({
  files: { list, reading, error: fileError, add, change, uploads, retry },
  isOver,
  isForSound = false,
  error,
}: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null)
  const message = fileError?.description ?? error
  const move = (from: number, to: number) => {
    const name = list[from]?.name ?? ''
    void change(moveItem(list, from, to))
    announce(fileTexts.movedTo(name, to + 1, list.length))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">{fileTexts.label}</legend>
      <div
        className={classNames(
          'flex flex-col gap-3 rounded-lg border border-dashed p-3',
          isOver ? 'border-accent bg-sunken' : 'border-line-strong',
        )}
      >
        {list.length > 0 && (
          <ul aria-label={fileTexts.list} className="grid grid-cols-5 gap-2 narrow:grid-cols-2">
            {list.map((file, index) => (
              <FileTile
                key={file.id}
                file={file}
                upload={uploads.get(file.id)}
                onRetry={() => retry(file)}
                isFirst={index === 0}
                isLast={index === list.length - 1}
                isDragged={draggedIndex === index}
                onDragStart={() => setDraggedIndex(index)}
                onDragEnd={() => setDraggedIndex(null)}
                onDropped={() => draggedIndex !== null && move(draggedIndex, index)}
                onMove={(step) => move(index, index + step)}
                onRemove={() => {
                  void change(list.filter((other) => other !== file))
                  announce(fileTexts.removed(file.name))
                  button.current?.focus()
                }}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            ref={button}
            icon={<Icon name="image-plus" size={16} />}
            disabled={reading !== null || list.length >= limits.exampleFiles}
            onClick={() => input.current?.click()}
          >
            {fileTexts.choose}
          </Button>
          <span role="status" className="text-sm text-muted tabular-nums">
            {isOver
              ? fileTexts.drop
              : reading
                ? fileTexts.reading(reading.fileNumber, reading.fileCount)
                : fileTexts.count(list.length)}
          </span>
          {reading && <progress aria-label={fileTexts.label} max={100} value={reading.percent} />}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*,video/*"
        aria-label={fileTexts.label}
        aria-describedby={message ? `${id}-error` : `${id}-hint`}
        aria-invalid={message ? true : undefined}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          // Clears the input, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
      {message && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {message}
        </p>
      )}
      <p id={`${id}-hint`} className="text-xs text-muted">
        <span>{fileTexts.hint}</span> {isForSound && <span>{fileTexts.soundHint}</span>}
      </p>
    </fieldset>
  )
}
