import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Picker } from '#web/kit/Picker.tsx'
import { reasonsQuery } from './queries.ts'
import { reportTexts } from './texts.ts'

/** The number of reasons up to which they are radio buttons. More would fill the screen of a phone. */
const MAX_RADIOS = 10

type Props = {
  label: string
  noneLabel: string
  value: string
  error?: string | undefined
  /** True if the reason is all that has to be chosen. */
  isOnlyChoice?: boolean
  /** Other reasons than the operator's. */
  reasons?: readonly string[]
  onChange(reason: string): void
}

/**
 * A choice of the operator's reasons. Whoever reports something may not know the rules, so they see all of them. Moderators
 * do know them, mostly keep the reason of the reports, and have more to fill in, so theirs are in a list that opens.
 */
export const ReasonChoice = ({ isOnlyChoice = false, reasons, ...props }: Props) => {
  const { data, isError, isFetching, refetch } = useQuery({ ...reasonsQuery, enabled: !reasons })
  if (isError && !data)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {reportTexts.reasonsFailed}
      </ErrorNotice>
    )
  if (!isOnlyChoice || (data && data.length > MAX_RADIOS))
    return (
      <Picker
        label={props.label}
        error={props.error}
        options={(reasons ?? data ?? []).map((reason) => ({ value: reason, label: reason }))}
        chosen={props.value === '' ? [] : [props.value]}
        max={1}
        noneLabel={props.noneLabel}
        placeholder={props.noneLabel}
        onChange={([chosen = '']) => props.onChange(chosen)}
      />
    )
  return data ? (
    <Radios {...props} reasons={data} />
  ) : (
    <p className="text-sm text-muted">{reportTexts.loading}</p>
  )
}

const Radios = ({
  label,
  value,
  error,
  onChange,
  reasons,
}: Omit<Props, 'isOnlyChoice' | 'reasons'> & { reasons: readonly string[] }) => {
  const id = useId()
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-col">
        {reasons.map((reason) => (
          <label key={reason} className="control flex cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="radio"
              name={`reason${id}`}
              value={reason}
              checked={reason === value}
              aria-invalid={error ? true : undefined}
              className="size-4 flex-none"
              onChange={() => onChange(reason)}
            />
            {reason}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
