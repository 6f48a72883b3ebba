import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { reasonsQuery } from './queries.ts'
import { reportTexts } from './texts.ts'

type Props = { legend: string; field: UseFormRegisterReturn; error: string | undefined }

/** The operator's reasons as radio buttons. */
export const ReasonChoice = ({ legend, field, error }: Props) => {
  const id = useId()
  const { data, isError, isFetching, refetch } = useQuery(reasonsQuery)
  if (isError && !data)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {reportTexts.reasonsFailed}
      </ErrorNotice>
    )
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {data ? (
        <div className="flex flex-col">
          {data.map((reason) => (
            <label key={reason} className="control flex cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="radio"
                value={reason}
                aria-invalid={error ? true : undefined}
                className="size-4 flex-none"
                {...field}
              />
              {reason}
            </label>
          ))}
        </div>
      ) : (
        <p className="text-sm text-muted">{reportTexts.loading}</p>
      )}
      {error && (
        <p id={id} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
