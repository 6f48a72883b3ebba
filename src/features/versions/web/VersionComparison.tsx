import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Breadcrumb } from '#web/kit/Breadcrumb.tsx'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { SelectField } from '#web/kit/SelectField.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import type { VersionComparison as Comparison } from '../contract.ts'
import { buildComparisonUrl, type ComparedVersions, parseComparedVersions } from './compared-versions.ts'
import { FieldComparison } from './FieldComparison.tsx'
import { comparisonQuery } from './queries.ts'
import { versionTexts } from './texts.ts'
import { VersionByline } from './VersionByline.tsx'

type Props = { id: number; compared: ComparedVersions }

/** Compares two versions of a post. Each differing field is shown either as one text or side by side. */
export const VersionComparison = ({ id, compared }: Props) => {
  const { from, to, isSplit } = compared
  const { data } = useSuspenseQuery(comparisonQuery(id, from, to))
  const { post, fields, isCut } = data
  const isVisitor = useCurrentUser() === null
  return (
    <>
      <Breadcrumb
        links={[
          { href: paths.post(post), label: post.title },
          { href: paths.versions(id), label: versionTexts.all },
        ]}
      />
      <h1 className="mt-1 text-xl font-semibold tracking-tight">{versionTexts.comparing(from, to)}</h1>
      <div className="mt-3 grid gap-x-6 gap-y-2 wide:grid-cols-2">
        <Side comparison={data} side="from" compared={compared} />
        <Side comparison={data} side="to" compared={compared} />
      </div>
      <nav aria-label={versionTexts.view} className="mt-3 flex gap-1 border-b">
        <ViewLink id={id} compared={compared} isSplit={false} label={versionTexts.inline} />
        <ViewLink id={id} compared={compared} isSplit label={versionTexts.split} />
      </nav>
      {isVisitor && isCut && (
        <div className="mt-4 flex flex-wrap items-center gap-3 rounded-lg border px-4 py-3 text-sm">
          <p className="min-w-0 grow">{versionTexts.isCut}</p>
          <Button onClick={() => requestSignIn('page')}>{versionTexts.signIn}</Button>
        </div>
      )}
      {fields.length === 0 && <p className="mt-4 text-muted">{versionTexts.nothingDiffers}</p>}
      {fields.map(({ name, changes }) => (
        <section key={name} aria-labelledby={`compared-${name}`} className="mt-5">
          <h2 id={`compared-${name}`} className="mb-1.5 font-semibold">
            {versionTexts.fields[name]}
          </h2>
          {isSplit ? (
            <div className="grid gap-3 wide:grid-cols-2">
              <FieldComparison name={name} changes={changes} side="before" />
              <FieldComparison name={name} changes={changes} side="after" />
            </div>
          ) : (
            <FieldComparison name={name} changes={changes} />
          )}
          {changes.every(({ change }) => change === 'same') && isCut && (
            <p className="mt-1 text-sm text-muted">{versionTexts.cutRest}</p>
          )}
        </section>
      ))}
    </>
  )
}

type SideProps = { comparison: Comparison; side: 'from' | 'to'; compared: ComparedVersions }

/** One of the two compared versions, with a control for choosing another version. */
const Side = ({ comparison, side, compared }: SideProps) => {
  const navigation = useNavigation()
  const { post } = comparison
  const version = comparison[side]
  const choose = (number: number) => {
    // An earlier choice may still be loading.
    const latest = parseComparedVersions(navigation.location.search) ?? compared
    void navigation.push(buildComparisonUrl(post.id, { ...latest, [side]: number }), { keepScroll: true })
  }
  return (
    <div className="min-w-0">
      <SelectField
        label={versionTexts[side]}
        value={version.number}
        options={Array.from({ length: post.version }, (_, index) => String(post.version - index))}
        onChange={({ target }) => choose(Number(target.value))}
        className="scripting-none:pointer-events-none"
      />
      <div className="mt-1">
        <VersionByline version={version} />
      </div>
    </div>
  )
}

type ViewLinkProps = Props & { isSplit: boolean; label: string }

const ViewLink = ({ id, compared, isSplit, label }: ViewLinkProps) => {
  const isOn = isSplit === compared.isSplit
  return (
    <SiteLink
      href={buildComparisonUrl(id, { ...compared, isSplit })}
      getHref={(search) =>
        buildComparisonUrl(id, { ...(parseComparedVersions(search) ?? compared), isSplit })
      }
      keepScroll
      aria-current={isOn}
      className={classNames(
        'control inline-flex items-center border-b-2 px-2 text-sm',
        isOn ? 'border-accent-fill font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
    </SiteLink>
  )
}
