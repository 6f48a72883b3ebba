import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EndpointResponse } from '#core/endpoint.ts'
import type { IconName } from '#core/icon-names.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { showToast } from '#web/kit/toast.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type {
  listSecondFactors,
  removeAuthenticatorApp,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
  sendEmailConfirmation,
  setUpAuthenticatorApp,
} from '../../contract-second-factors.ts'
import { secondFactorsQuery } from '../queries.ts'
import { getDeviceName } from '../sessions/SessionList.tsx'
import { AuthenticatorAppDialog } from './AuthenticatorAppDialog.tsx'
import { addPasskey } from './add-passkey.ts'
import { ConfirmChangeDialog } from './ConfirmChangeDialog.tsx'
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { secondFactorTexts } from './texts.ts'

type Factors = NonNullable<EndpointResponse<typeof listSecondFactors>['factors']>
type Passkey = Factors['passkeys'][number]
type OpenDialog =
  | { kind: 'app'; app: EndpointResponse<typeof setUpAuthenticatorApp> }
  | { kind: 'remove-app' | 'add-passkey' | 'replace-codes' }
  | { kind: 'rename-passkey' | 'remove-passkey'; passkey: Passkey }
  | { kind: 'codes'; codes: readonly string[] }

/** Lists the member's second factors and lets the member add and remove them. */
export const SecondFactorSettings = () => {
  const { data, isError, refetch } = useQuery(secondFactorsQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{secondFactorTexts.loadFailed}</ErrorNotice>
  const factors = data?.factors
  if (!factors) return null
  const { app, passkeys, recoveryCodesLeft, supportsPasskeys, needsConfirmedEmail } = factors
  const hasFactor = app !== null || passkeys.length > 0
  const onSetUpApp = async () => {
    setIsPreparing(true)
    try {
      const app = await callApi<typeof setUpAuthenticatorApp>('POST /api/user/authenticator-app', {})
      setDialog({ kind: 'app', app })
    } catch (error) {
      showToast({
        title: secondFactorTexts.appFailed,
        description: getSubmissionErrorMessage(error),
        tone: 'danger',
      })
    }
    setIsPreparing(false)
  }
  return (
    <>
      <p className="mb-4 text-sm text-muted">{secondFactorTexts.intro}</p>
      {needsConfirmedEmail && <EmailConfirmation />}
      <ul className="divide-y rounded-lg border">
        <Row
          icon="smartphone"
          name={secondFactorTexts.app}
          facts={app ? <Usage {...app} /> : secondFactorTexts.appText}
        >
          {app ? (
            <Button
              aria-label={secondFactorTexts.removeAppNamed}
              onPointerEnter={preloadDialog}
              onClick={() => setDialog({ kind: 'remove-app' })}
            >
              {secondFactorTexts.remove}
            </Button>
          ) : (
            <Button
              busy={isPreparing}
              disabled={needsConfirmedEmail}
              aria-label={secondFactorTexts.setUpNamed}
              onPointerEnter={preloadDialog}
              onClick={() => void onSetUpApp()}
            >
              {secondFactorTexts.setUp}
            </Button>
          )}
        </Row>
        {passkeys.map((passkey) => (
          <Row key={passkey.id} icon="lock" name={passkey.name} facts={<Usage {...passkey} />}>
            <Button
              aria-label={secondFactorTexts.renameNamed(passkey.name)}
              onClick={() => setDialog({ kind: 'rename-passkey', passkey })}
            >
              {secondFactorTexts.rename}
            </Button>
            <Button
              aria-label={secondFactorTexts.removeNamed(passkey.name)}
              onClick={() => setDialog({ kind: 'remove-passkey', passkey })}
            >
              {secondFactorTexts.remove}
            </Button>
          </Row>
        ))}
        {hasFactor && (
          <Row
            icon="file-clock"
            name={secondFactorTexts.codes}
            facts={secondFactorTexts.codesLeft(recoveryCodesLeft)}
          >
            <Button
              aria-label={secondFactorTexts.newCodesNamed}
              onClick={() => setDialog({ kind: 'replace-codes' })}
            >
              {secondFactorTexts.newCodes}
            </Button>
          </Row>
        )}
      </ul>
      {supportsPasskeys && (
        <Button
          className="mt-4"
          disabled={needsConfirmedEmail}
          onPointerEnter={preloadDialog}
          onClick={() => setDialog({ kind: 'add-passkey' })}
        >
          {secondFactorTexts.addPasskey}
        </Button>
      )}
      {dialog && <ChangeDialog dialog={dialog} factors={factors} setDialog={setDialog} />}
    </>
  )
}

/** Says why no second step can be added yet, and sends the mail that confirms the email. */
const EmailConfirmation = () => {
  const [state, setState] = useState<'unsent' | 'sending' | 'sent'>('unsent')
  const onSend = async () => {
    setState('sending')
    try {
      await callApi<typeof sendEmailConfirmation>('POST /api/user/email-confirmation', {})
      setState('sent')
    } catch (error) {
      showToast({
        title: secondFactorTexts.confirmationFailed,
        description: getSubmissionErrorMessage(error),
        tone: 'danger',
      })
      setState('unsent')
    }
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 text-sm">
      <p className="min-w-0 grow basis-60" role="status">
        {state === 'sent' ? secondFactorTexts.confirmationSent : secondFactorTexts.confirmationNeeded}
      </p>
      {state !== 'sent' && (
        <Button busy={state === 'sending'} onClick={() => void onSend()}>
          {secondFactorTexts.sendConfirmation}
        </Button>
      )}
    </div>
  )
}

type RowProps = { icon: IconName; name: string; facts: ReactNode; children: ReactNode }

const Row = ({ icon, name, facts, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-3 px-4 py-3">
    <Icon name={icon} size={20} className="flex-none text-muted" />
    <span className="min-w-0 grow basis-40">
      <span className="block text-sm font-medium break-words">
        <bdi>{name}</bdi>
      </span>
      <span className="text-xs text-muted">{facts}</span>
    </span>
    <span className="flex flex-wrap gap-2">{children}</span>
  </li>
)

const Usage = ({ createdAt, usedAt }: { createdAt: Date; usedAt: Date | null }) => (
  <>
    {secondFactorTexts.added} <RelativeTime date={createdAt} />,{' '}
    {usedAt ? (
      <span>
        {secondFactorTexts.lastUsed} <RelativeTime date={usedAt} />
      </span>
    ) : (
      <span>{secondFactorTexts.neverUsed}</span>
    )}
  </>
)

type DialogProps = { dialog: OpenDialog; factors: Factors; setDialog(dialog: OpenDialog | null): void }

const ChangeDialog = ({ dialog, factors: { app, passkeys }, setDialog }: DialogProps) => {
  const queryClient = useQueryClient()
  const onClose = () => setDialog(null)
  const isLast = (app ? 1 : 0) + passkeys.length === 1
  /** Refreshes the list after a change, then shows the new recovery codes or, if there are none, closes the dialog. */
  const onChanged = async (title: string, codes: readonly string[] | null = null) => {
    showToast({ title, tone: 'success' })
    setDialog(codes && { kind: 'codes', codes })
    await queryClient.invalidateQueries(secondFactorsQuery)
  }
  const removal = {
    text: isLast ? secondFactorTexts.removeLastText : secondFactorTexts.removeText,
    label: secondFactorTexts.remove,
    failed: secondFactorTexts.removeFailed,
    onClose,
  }
  switch (dialog.kind) {
    case 'app':
      return (
        <AuthenticatorAppDialog
          app={dialog.app}
          onAdded={(codes) => void onChanged(secondFactorTexts.appAdded, codes)}
          onClose={onClose}
        />
      )
    case 'remove-app':
      return (
        <ConfirmChangeDialog
          {...removal}
          title={secondFactorTexts.removeAppTitle}
          onConfirm={async () => {
            await callApi<typeof removeAuthenticatorApp>('DELETE /api/user/authenticator-app', {})
            await onChanged(secondFactorTexts.appRemoved)
          }}
        />
      )
    case 'add-passkey':
      return (
        <PasskeyNameDialog
          title={secondFactorTexts.passkeyTitle}
          description={secondFactorTexts.passkeyDescription}
          name={getDeviceName(navigator.userAgent)}
          submitLabel={secondFactorTexts.continue}
          failed={secondFactorTexts.passkeyFailed}
          onSubmit={async (name) => onChanged(secondFactorTexts.passkeyAdded, await addPasskey(name))}
          onClose={onClose}
        />
      )
    case 'rename-passkey':
      return (
        <PasskeyNameDialog
          title={secondFactorTexts.renameTitle}
          name={dialog.passkey.name}
          submitLabel={secondFactorTexts.save}
          failed={secondFactorTexts.renameFailed}
          onSubmit={async (name) => {
            const input = { params: { id: dialog.passkey.id }, body: { name } }
            await callApi<typeof renamePasskey>('PATCH /api/user/passkeys/:id', input)
            await onChanged(secondFactorTexts.renamed)
          }}
          onClose={onClose}
        />
      )
    case 'remove-passkey':
      return (
        <ConfirmChangeDialog
          {...removal}
          title={secondFactorTexts.removePasskeyTitle(dialog.passkey.name)}
          onConfirm={async () => {
            const input = { params: { id: dialog.passkey.id } }
            await callApi<typeof removePasskey>('DELETE /api/user/passkeys/:id', input)
            await onChanged(secondFactorTexts.passkeyRemoved)
          }}
        />
      )
    case 'replace-codes':
      return (
        <ConfirmChangeDialog
          title={secondFactorTexts.newCodesTitle}
          text={secondFactorTexts.newCodesText}
          label={secondFactorTexts.create}
          failed={secondFactorTexts.codesFailed}
          onConfirm={async () => {
            const { recoveryCodes } = await callApi<typeof replaceRecoveryCodes>(
              'POST /api/user/recovery-codes',
              {},
            )
            setDialog({ kind: 'codes', codes: recoveryCodes })
            await queryClient.invalidateQueries(secondFactorsQuery)
          }}
          onClose={onClose}
        />
      )
    case 'codes':
      return <RecoveryCodesDialog codes={dialog.codes} onClose={onClose} />
  }
}
