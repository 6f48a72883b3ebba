import { useQuery } from '@tanstack/react-query'
import { Picker } from '#web/kit/Picker.tsx'
import { reasonsQuery } from './queries.ts'

type Props = {
  label: string
  noneLabel: string
  value: string
  error?: string | undefined
  onChange(reason: string): void
}

/** A select of the operator's reasons, for dialogs that have more to ask than the reason. */
export const ReasonPicker = ({ label, noneLabel, value, error, onChange }: Props) => {
  const { data = [] } = useQuery(reasonsQuery)
  return (
    <Picker
      label={label}
      error={error}
      options={data.map((reason) => ({ value: reason, label: reason }))}
      chosen={value === '' ? [] : [value]}
      max={1}
      noneLabel={noneLabel}
      placeholder={noneLabel}
      onChange={([chosen = '']) => onChange(chosen)}
    />
  )
}
