import { useId, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { reducedText } from '#features/media/web/files/reduced-text.ts'
import { texts } from '#features/profiles/web/account-texts.ts'
import { announce } from '#web/announce.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { CropDialog } from './CropDialog.tsx'
import { readPicture } from './read-picture.ts'

type Props = {
  username: string
  /** A data string, the present picture's address, or none. */
  value: string | null
  onChange(value: string | null): void
  error?: string | undefined
}

/** The avatar: its preview, a file to cut it from, its removal. */
export const AvatarField = ({ username, value, onChange, error }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ file: File; picture: ImageBitmap } | null>(null)
  const [reduced, setReduced] = useState<{ value: string; text: string }>()
  const [fault, setFault] = useState<string>()
  const said = fault ?? error

  const choose = async (file: File | undefined) => {
    if (!file) return
    const read = await readPicture(file)
    setFault(typeof read === 'string' ? read : undefined)
    if (typeof read !== 'string') setChosen({ file, picture: read })
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
  }
  const use = (file: File, dataUrl: string) => {
    onChange(dataUrl)
    setChosen(null)
    if (file.size <= limits.fileBytes) return
    const text = reducedText(file.name, file.size, bytesOf(dataUrl))
    setReduced({ value: dataUrl, text })
    announce(text)
  }
  return (
    <fieldset className="flex items-center gap-4">
      <legend className="sr-only">{texts.avatar}</legend>
      <Avatar username={username || '?'} picture={value} size={80} />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => input.current?.click()}>{texts.choosePicture}</Button>
          {value && (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {texts.removePicture}
            </Button>
          )}
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          aria-label={texts.pictureFile}
          aria-invalid={said ? true : undefined}
          aria-describedby={said ? `${id}-error` : `${id}-hint`}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        {said ? (
          <p id={`${id}-error`} role="alert" className="text-sm text-danger">
            {said}
          </p>
        ) : (
          <p id={`${id}-hint`} className="text-xs text-muted wrap-anywhere">
            {reduced && reduced.value === value ? reduced.text : texts.pictureHint}
          </p>
        )}
      </div>
      {chosen && (
        <CropDialog
          picture={chosen.picture}
          onClose={() => setChosen(null)}
          onDone={(dataUrl) => use(chosen.file, dataUrl)}
        />
      )}
    </fieldset>
  )
}

const bytesOf = (dataUrl: string): number => ((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4
