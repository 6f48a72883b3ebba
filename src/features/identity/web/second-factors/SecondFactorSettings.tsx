import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { secondFactorsQuery } from '../queries.ts'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { EmailConfirmation } from './EmailConfirmation.tsx'
import { AddPasskey, Passkey } from './Passkey.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { secondFactorTexts } from './texts.ts'

/** Lists the member's second factors and lets the member add and remove them. */
export const SecondFactorSettings = () => {
  const { data, isError, refetch } = useQuery(secondFactorsQuery)
  const queryClient = useQueryClient()
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{secondFactorTexts.loadFailed}</ErrorNotice>
  const factors = data?.factors
  if (!factors) return null
  const { app, passkeys, recoveryCodesLeft, supportsPasskeys, needsConfirmedEmail } = factors
  const count = (app ? 1 : 0) + passkeys.length
  const removalText = count === 1 ? secondFactorTexts.removeLastText : secondFactorTexts.removeText
  /** Refreshes the list after a change, and shows the new recovery codes if there are any. */
  const onChanged = async (codes: readonly string[] | null = null) => {
    setNewCodes(codes)
    await queryClient.invalidateQueries(secondFactorsQuery)
  }
  return (
    <>
      <p className="mb-4 text-sm text-muted">{secondFactorTexts.intro}</p>
      {needsConfirmedEmail && <EmailConfirmation reason={secondFactorTexts.confirmationNeeded} />}
      <ul className="divide-y rounded-lg border">
        <AuthenticatorApp
          app={app}
          canSetUp={!needsConfirmedEmail}
          removalText={removalText}
          onChanged={onChanged}
        />
        {passkeys.map((passkey) => (
          <Passkey key={passkey.id} passkey={passkey} removalText={removalText} onChanged={onChanged} />
        ))}
        {count > 0 && <RecoveryCodes left={recoveryCodesLeft} onChanged={onChanged} />}
      </ul>
      {supportsPasskeys && <AddPasskey isDisabled={needsConfirmedEmail} onChanged={onChanged} />}
      {newCodes && <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} />}
    </>
  )
}
