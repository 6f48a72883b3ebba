import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { licenses } from '#core/licenses.ts'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { canImport, type PreviewRow } from './preview.ts'
import type { ReadProblem } from './readers/candidate.ts'
import { importTexts } from './texts.ts'

/** How many rows and problems are shown at first, and are added on demand. */
const SHOWN_ROWS = 100

type Props = {
  rows: readonly PreviewRow[]
  problems: readonly ReadProblem[]
  error: string
  canPublish: boolean
  step: 'preview' | 'importing' | 'done'
  onChange(ids: ReadonlySet<number>, isChosen: boolean): void
  onStart(target: { isPrivate: boolean; topicId: number | null }): void
  onStop(): void
  onBack(): void
  onClose(): void
}

/** Shows what would be created, what the member has already, and what cannot be imported and why. */
export const ImportPreview = ({ rows, problems, error, step, ...props }: Props) => {
  const { canPublish, onChange, onStart, onStop, onBack, onClose } = props
  const [shown, setShown] = useState(SHOWN_ROWS)
  const [isPublic, setIsPublic] = useState(false)
  const [topicName, setTopicName] = useState<string>(importTexts.noTopic)
  const { data: topics = [] } = useQuery({ ...topicsQuery, enabled: isPublic })
  const chosen = rows.filter((row) => row.isChosen)
  const free = rows.filter((row) => row.state === 'new')
  const [first, setFirst] = useState(0)
  const created = rows.filter(({ state }) => state === 'created').length
  const topicId = topics.find(({ name }) => name === topicName)?.id ?? null
  if (rows.length === 0)
    return (
      <>
        <EmptyState title={importTexts.nothing} action={<Button onClick={onBack}>{importTexts.back}</Button>}>
          {importTexts.nothingText}
        </EmptyState>
        <ProblemList problems={problems} />
      </>
    )
  return (
    <>
      {step === 'preview' && free.length > 1 && (
        <label className="mb-2 flex w-fit cursor-pointer items-center gap-3 px-3 py-1.5 text-sm">
          <input
            type="checkbox"
            className="size-4"
            checked={free.every(({ isChosen }) => isChosen)}
            onChange={({ target }) => onChange(new Set(free.map(({ id }) => id)), target.checked)}
          />
          {importTexts.selectAll}
        </label>
      )}
      <ul aria-label={importTexts.title} className="mb-4 divide-y rounded-lg border">
        {rows.slice(0, shown).map((row) => (
          <Row
            key={row.id}
            row={row}
            isLocked={step !== 'preview'}
            onChange={(isChosen) => onChange(new Set([row.id]), isChosen)}
          />
        ))}
      </ul>
      {rows.length > shown && (
        <Button className="mb-4" onClick={() => setShown(shown + SHOWN_ROWS)}>
          {importTexts.more(rows.length - shown)}
        </Button>
      )}
      <ProblemList problems={problems} />
      {step === 'preview' && (
        <div className="mb-4 grid gap-4 wide:grid-cols-2">
          {canPublish && (
            <SelectField
              label={importTexts.visibility}
              options={[importTexts.private, importTexts.public]}
              value={isPublic ? importTexts.public : importTexts.private}
              onChange={({ target }) => setIsPublic(target.value === importTexts.public)}
            />
          )}
          {isPublic && (
            <SelectField
              label={importTexts.topic}
              options={[importTexts.noTopic, ...topics.map(({ name }) => name)]}
              value={topicName}
              onChange={({ target }) => setTopicName(target.value)}
            />
          )}
        </div>
      )}
      <DialogButtons error={error}>
        {step === 'importing' && (
          <p role="status" className="grow self-center text-sm text-muted">
            {importTexts.importing(first - chosen.length, first)}
          </p>
        )}
        {step === 'done' && (
          <p role="status" className="grow self-center text-sm">
            <span>{`${importTexts.done(created)}.`}</span>
            {chosen.length > 0 && <span> {importTexts.stopped}</span>}
          </p>
        )}
        {step === 'preview' && <Button onClick={onBack}>{importTexts.back}</Button>}
        {step === 'importing' && <Button onClick={onStop}>{importTexts.stop}</Button>}
        {step === 'done' && (
          <Button variant="primary" onClick={onClose}>
            {importTexts.close}
          </Button>
        )}
        {(step === 'preview' || (step === 'done' && chosen.length > 0)) && (
          <Button
            variant={step === 'done' ? 'plain' : 'primary'}
            disabled={chosen.length === 0}
            onClick={() => {
              setFirst(chosen.length)
              onStart({ isPrivate: !isPublic, topicId: isPublic ? topicId : null })
            }}
          >
            {importTexts.start(chosen.length)}
          </Button>
        )}
      </DialogButtons>
    </>
  )
}

type RowProps = { row: PreviewRow; isLocked: boolean; onChange(isChosen: boolean): void }

const Row = ({ row, isLocked, onChange }: RowProps) => {
  const id = useId()
  const { fields, location, warnings, skillFiles, state, reason, link, isChosen } = row
  const details = [
    ...(fields.form === 'prompt' ? [] : [importTexts.forms[fields.form]]),
    ...(skillFiles.length > 0 ? [importTexts.files(skillFiles.length)] : []),
    fields.type,
    licenses[fields.license].name,
  ]
  const isBad = state === 'invalid' || state === 'rejected'
  return (
    <li className="flex items-start gap-3 px-3 py-2 text-sm">
      <input
        type="checkbox"
        className="mt-1 size-4 flex-none"
        aria-label={importTexts.select(fields.title)}
        aria-describedby={id}
        checked={isChosen}
        disabled={isLocked || !canImport(row)}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">
          <bdi>{fields.title}</bdi>
        </p>
        <p className="text-xs text-muted wrap-anywhere">
          {details.join(' · ')} · <bdi>{location}</bdi>
        </p>
        {warnings.length > 0 && <p className="text-xs text-muted">{warnings.join('. ')}.</p>}
        <p id={id} className={isBad ? 'text-xs text-danger' : 'text-xs'}>
          <span>
            {reason === null ? importTexts.states[state] : `${importTexts.states[state]}: ${reason}`}
          </span>
          {link && (
            <>
              {': '}
              <a href={link.url} target="_blank" rel="noopener" className="underline">
                {link.title}
              </a>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

const ProblemList = ({ problems }: { problems: readonly ReadProblem[] }) =>
  problems.length > 0 && (
    <details className="mb-4 rounded-lg border px-3 py-2 text-sm" open={problems.length < 4}>
      <summary className="cursor-pointer font-medium">
        {importTexts.problems} ({problems.length})
      </summary>
      <ul className="mt-2">
        {problems.slice(0, SHOWN_ROWS).map(({ location, reason }) => (
          <li key={location} className="wrap-anywhere">
            {location && <bdi className="text-muted">{location}: </bdi>}
            {reason}
          </li>
        ))}
      </ul>
    </details>
  )
