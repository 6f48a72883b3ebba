import AddIcon from 'lucide-react/icons/image-plus'
import { useId, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { announce } from '#web/announce.ts'
import { Button } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { moved } from './chosen-file.ts'
import { FileTile } from './FileTile.tsx'
import { texts } from './texts.ts'
import type { Files } from './use-files.ts'

type Props = {
  files: Files
  /** Files are held over the form. */
  isOver: boolean
  error?: string | undefined
}

/** Example Output: files by picker, drag and drop and paste; their order can be changed (section 5). */
export const FilesField = ({ files: { list, reading, fault, add, change }, isOver, error }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const said = fault?.description ?? error
  const move = (from: number, to: number) => {
    const name = list[from]?.name ?? ''
    void change(moved(list, from, to))
    announce(texts.movedTo(name, to + 1, list.length))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">{texts.label}</legend>
      <div
        className={classes(
          'flex flex-col gap-3 rounded-lg border border-dashed p-3',
          isOver ? 'border-accent bg-sunken' : 'border-line-strong',
        )}
      >
        {list.length > 0 && (
          <ul aria-label={texts.list} className="grid grid-cols-5 gap-2 narrow:grid-cols-2">
            {list.map((file, at) => (
              <FileTile
                key={file.id}
                file={file}
                isFirst={at === 0}
                isLast={at === list.length - 1}
                isDragged={dragged === at}
                onDragStart={() => setDragged(at)}
                onDragEnd={() => setDragged(null)}
                onDropped={() => dragged !== null && move(dragged, at)}
                onMove={(step) => move(at, at + step)}
                onRemove={() => {
                  void change(list.filter((one) => one !== file))
                  announce(texts.removed(file.name))
                  button.current?.focus()
                }}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            ref={button}
            icon={<AddIcon size={16} />}
            disabled={reading !== null || list.length >= limits.exampleFiles}
            onClick={() => input.current?.click()}
          >
            {texts.choose}
          </Button>
          <span role="status" className="text-sm text-muted tabular-nums">
            {isOver
              ? texts.drop
              : reading
                ? texts.reading(reading.file, reading.all)
                : texts.count(list.length)}
          </span>
          {reading && <progress aria-label={texts.label} max={100} value={reading.percent} />}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*,video/*"
        aria-label={texts.label}
        aria-describedby={said ? `${id}-error` : `${id}-hint`}
        aria-invalid={said ? true : undefined}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      {said && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {said}
        </p>
      )}
      <p id={`${id}-hint`} className="text-xs text-muted">
        {texts.hint}
      </p>
    </fieldset>
  )
}
