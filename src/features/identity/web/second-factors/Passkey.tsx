import { useState } from 'react'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import type {
  addPasskey,
  preparePasskey,
  removePasskey,
  renamePasskey,
  SecondFactors,
} from '../../contract-second-factors.ts'
import { getDeviceName } from '../sessions/SessionList.tsx'
import { ConfirmChangeDialog } from './ConfirmChangeDialog.tsx'
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { SecondFactorRow, SecondFactorUsage } from './SecondFactorRow.tsx'
import { secondFactorTexts } from './texts.ts'

type OnChanged = (codes?: readonly string[] | null) => Promise<void>
type Props = { passkey: SecondFactors['passkeys'][number]; removalText: string; onChanged: OnChanged }

/** A passkey of the member, which can be renamed or removed. */
export const Passkey = ({ passkey: { id, name, createdAt, usedAt }, removalText, onChanged }: Props) => {
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null)
  const onClose = () => setDialog(null)
  const finish = async (title: string) => {
    showToast({ title, tone: 'success' })
    onClose()
    await onChanged()
  }
  return (
    <SecondFactorRow
      icon="lock"
      name={name}
      facts={<SecondFactorUsage createdAt={createdAt} usedAt={usedAt} />}
    >
      <Button aria-label={secondFactorTexts.renameNamed(name)} onClick={() => setDialog('rename')}>
        {secondFactorTexts.rename}
      </Button>
      <Button aria-label={secondFactorTexts.removeNamed(name)} onClick={() => setDialog('remove')}>
        {secondFactorTexts.remove}
      </Button>
      {dialog === 'rename' && (
        <PasskeyNameDialog
          title={secondFactorTexts.renameTitle}
          name={name}
          submitLabel={secondFactorTexts.save}
          failed={secondFactorTexts.renameFailed}
          onSubmit={async (name) => {
            await callApi<typeof renamePasskey>('PATCH /api/user/passkeys/:id', {
              params: { id },
              body: { name },
            })
            await finish(secondFactorTexts.renamed)
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'remove' && (
        <ConfirmChangeDialog
          title={secondFactorTexts.removePasskeyTitle(name)}
          text={removalText}
          label={secondFactorTexts.remove}
          failed={secondFactorTexts.removeFailed}
          onConfirm={async () => {
            await callApi<typeof removePasskey>('DELETE /api/user/passkeys/:id', { params: { id } })
            await finish(secondFactorTexts.passkeyRemoved)
          }}
          onClose={onClose}
        />
      )}
    </SecondFactorRow>
  )
}

/** A button that adds a passkey of this device. */
export const AddPasskey = ({ isDisabled, onChanged }: { isDisabled: boolean; onChanged: OnChanged }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        className="mt-4"
        disabled={isDisabled}
        onPointerEnter={preloadDialog}
        onClick={() => setIsOpen(true)}
      >
        {secondFactorTexts.addPasskey}
      </Button>
      {isOpen && (
        <PasskeyNameDialog
          title={secondFactorTexts.passkeyTitle}
          description={secondFactorTexts.passkeyDescription}
          name={getDeviceName(navigator.userAgent)}
          submitLabel={secondFactorTexts.continue}
          failed={secondFactorTexts.passkeyFailed}
          onSubmit={async (name) => {
            const codes = await createPasskey(name)
            showToast({ title: secondFactorTexts.passkeyAdded, tone: 'success' })
            setIsOpen(false)
            await onChanged(codes)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/**
 * Creates a passkey on this device and adds it to the account. Returns new recovery codes, or null if the account
 * already has some.
 */
const createPasskey = async (name: string): Promise<string[] | null> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await callApi<typeof preparePasskey>('POST /api/user/passkeys/options', {})
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  const answer = {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
  const input = { body: { name, response: answer } }
  return (await callApi<typeof addPasskey>('POST /api/user/passkeys', input)).recoveryCodes
}
