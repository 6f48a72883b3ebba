import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '#web/api-client.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { MAX_PASSKEY_NAME_LENGTH } from '../../contract-messages.ts'
import { secondFactorTexts } from './texts.ts'

type Props = {
  title: string
  description?: string
  name: string
  submitLabel: string
  failed: string
  onSubmit(name: string): Promise<void>
  onClose(): void
}

/** Asks for the name of a new or an existing passkey. */
export const PasskeyNameDialog = (props: Props) => {
  const { title, description, submitLabel, failed, onClose } = props
  const [name, setName] = useState(props.name)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    try {
      await props.onSubmit(name)
    } catch (cause) {
      setError(messageOf(cause) ?? failed)
      setIsBusy(false)
      input.current?.focus()
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={title}
      description={description}
    >
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <TextField
          ref={input}
          label={secondFactorTexts.passkeyName}
          value={name}
          autoComplete="off"
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          error={error}
          onChange={({ target }) => {
            setName(target.value)
            setError(undefined)
          }}
        />
        <FormButtons busy={isBusy} busyLabel={secondFactorTexts.working} onCancel={onClose}>
          {submitLabel}
        </FormButtons>
      </form>
    </Dialog>
  )
}

/**
 * Returns the message for an error if its cause is known. Browsers deliberately hide the cause of most
 * errors, but report that a passkey already exists on the device.
 */
const messageOf = (cause: unknown): string | undefined => {
  if (cause instanceof ApiError) return (cause.fieldErrors[0]?.message ?? cause.userMessage) || undefined
  const isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
  return isKnown ? secondFactorTexts.passkeyExists : undefined
}
