import { useSuspenseQuery } from '@tanstack/react-query'
import { buildPath } from '#core/paths.ts'
import { capitalize } from '#core/text.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Field } from '#web/kit/Field.tsx'
import { PaginationLinks } from '#web/kit/PaginationLinks.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { LogEntry, listModerationLog } from '../../contract-log.ts'
import {
  decisionSentences,
  describeReversal,
  formatDay,
  roleNames,
  subjectNames,
} from '../../contract-messages.ts'
import { logFiles, subjectKinds } from '../../contract-values.ts'
import { LOG_PAGE_SIZE, type LogFilter, moderationLogQuery } from './queries.ts'
import { logTexts } from './texts.ts'

const JSON_PATH: (typeof listModerationLog)['path'] = '/api/moderation-log'

const hrefOf = ({ kind, month, after }: LogFilter): string => {
  const parameters = Object.entries({ kind, month, after }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return parameters.length === 0
    ? buildPath('moderation-log')
    : `${buildPath('moderation-log')}?${new URLSearchParams(parameters)}`
}

/** A page of the open log, with its filters (docs/spec/moderation.md#open-log). */
export const ModerationLog = ({ filter }: { filter: LogFilter }) => {
  const { data: entries } = useSuspenseQuery(moderationLogQuery(filter))
  const { after, ...filters } = filter
  const last = entries.length < LOG_PAGE_SIZE ? undefined : entries.at(-1)
  return (
    <>
      <Filters filter={filter} />
      {entries.length === 0 ? (
        <EmptyState title={logTexts.none}>{logTexts.noneText}</EmptyState>
      ) : (
        <ol className="border-t">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <PaginationLinks
        label={logTexts.older}
        newest={after === undefined ? null : { href: hrefOf(filters), label: logTexts.newest }}
        older={last ? { href: hrefOf({ ...filters, after: last.id }), label: logTexts.older } : null}
      />
    </>
  )
}

/** A form that works without JavaScript, because the log is read by few, and by programs. */
const Filters = ({ filter: { kind, month } }: { filter: LogFilter }) => (
  <form
    key={hrefOf({ kind, month })}
    action={buildPath('moderation-log')}
    className="mb-4 flex flex-wrap items-end gap-3"
  >
    <div className="w-48">
      <Field label={logTexts.kind}>
        {(wiring) => (
          <select {...wiring} name="kind" defaultValue={kind ?? ''}>
            <option value="">{logTexts.allKinds}</option>
            {subjectKinds.map((name) => (
              <option key={name} value={name}>
                {capitalize(subjectNames[name])}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
    <div className="w-44 max-w-full cramped:w-full">
      <TextField
        label={logTexts.month}
        type="month"
        name="month"
        placeholder="2026-11"
        defaultValue={month ?? ''}
      />
    </div>
    <button type="submit" className={buttonClasses()}>
      {logTexts.show}
    </button>
    <a href={logFiles.feed} className="control inline-flex items-center text-sm underline">
      {logTexts.feed}
    </a>
    <a href={JSON_PATH} className="control inline-flex items-center text-sm underline">
      {logTexts.json}
    </a>
  </form>
)

const Entry = ({ entry }: { entry: LogEntry }) => {
  const { id, subjectKind, action, reason, isLegal, endsAt, moderatorRole, moderator, createdAt } = entry
  const reversal = describeReversal(entry)
  return (
    <li id={`decision-${id}`} className="border-b py-3">
      <p className="font-medium">
        <span>{capitalize(subjectNames[subjectKind])}</span>
        <span className="font-normal">{` · ${decisionSentences[action]}`}</span>
      </p>
      {reason !== '' && (
        <p dir="auto" className="text-sm wrap-anywhere">
          {isLegal ? logTexts.law(reason) : logTexts.rule(reason)}
        </p>
      )}
      <p className="text-sm text-muted">
        {[
          formatDay(createdAt),
          moderator ?? roleNames[moderatorRole],
          endsAt && logTexts.until(formatDay(endsAt)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {reversal !== '' && <p className="mt-1 text-sm font-medium">{reversal}</p>}
    </li>
  )
}
