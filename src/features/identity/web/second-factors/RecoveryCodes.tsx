import { useState } from 'react'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import type { replaceRecoveryCodes } from '../../contract-second-factors.ts'
import { ConfirmChangeDialog } from './ConfirmChangeDialog.tsx'
import { SecondFactorRow } from './SecondFactorRow.tsx'
import { secondFactorTexts } from './texts.ts'

type Props = { left: number; onChanged(codes: readonly string[]): Promise<void> }

/** How many recovery codes are left. They can be replaced by new ones. */
export const RecoveryCodes = ({ left, onChanged }: Props) => {
  const [isReplacing, setIsReplacing] = useState(false)
  const onReplace = async () => {
    const { recoveryCodes } = await callApi<typeof replaceRecoveryCodes>('POST /api/user/recovery-codes', {})
    setIsReplacing(false)
    await onChanged(recoveryCodes)
  }
  return (
    <SecondFactorRow
      icon="file-clock"
      name={secondFactorTexts.codes}
      facts={secondFactorTexts.codesLeft(left)}
    >
      <Button aria-label={secondFactorTexts.newCodesNamed} onClick={() => setIsReplacing(true)}>
        {secondFactorTexts.newCodes}
      </Button>
      {isReplacing && (
        <ConfirmChangeDialog
          title={secondFactorTexts.newCodesTitle}
          text={secondFactorTexts.newCodesText}
          label={secondFactorTexts.create}
          failed={secondFactorTexts.codesFailed}
          onConfirm={onReplace}
          onClose={() => setIsReplacing(false)}
        />
      )}
    </SecondFactorRow>
  )
}
