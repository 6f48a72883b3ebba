import { splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getModelName } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { Gallery } from '#features/media/web/Gallery.tsx'
import { FillablePrompt } from '#features/posts/web/FillablePrompt.tsx'
import { PostOrigin } from '#features/posts/web/PostOrigin.tsx'
import { PROMPT_CLASSES, PromptText } from '#features/posts/web/PromptText.tsx'
import { TypeBadge } from '#features/posts/web/TypeBadge.tsx'
import { useHiddenInPrompt } from '#features/posts/web/use-hidden-in-prompt.ts'
import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { ReportMenu } from '#web/ReportMenu.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import { versionQuery } from './queries.ts'
import { versionTexts } from './texts.ts'
import { VersionActions } from './VersionActions.tsx'
import { VersionByline } from './VersionByline.tsx'

type Props = {
  id: number
  number: number
  /** The results of the version's prompt, shown below it. */
  results: ReactNode
}

/** Shows a version of a post. */
export const VersionView = ({ id, number, results }: Props) => {
  const { data } = useSuspenseQuery(versionQuery(id, number))
  const { post, version } = data
  const hiddenText = useHiddenInPrompt(version.prompt)
  const isCurrent = number === post.version
  return (
    <>
      <div className="mb-5 flex flex-col gap-1 rounded-lg border px-4 py-3">
        <p className="text-sm font-medium">
          {isCurrent ? versionTexts.isCurrent : versionTexts.old(number, post.version)}
        </p>
        <VersionByline version={version} />
        <div className="flush-start flex flex-wrap items-center gap-x-1">
          <SiteLink href={paths.post(post)} className={buttonClasses('ghost')}>
            {versionTexts.toCurrent}
          </SiteLink>
          {!isCurrent && (
            <SiteLink href={paths.comparison(id, number, post.version)} className={buttonClasses('ghost')}>
              {versionTexts.compareWithCurrent}
            </SiteLink>
          )}
          <SiteLink href={paths.versions(id)} className={buttonClasses('ghost')}>
            {versionTexts.all}
          </SiteLink>
          {!isCurrent && (
            <>
              <VersionActions post={post} number={number} />
              <ReportMenu
                name={versionTexts.more}
                content={{
                  kind: 'version',
                  id,
                  version: number,
                  authorId: post.userId,
                  topicId: post.topic?.id,
                }}
              />
            </>
          )}
        </div>
      </div>
      <article aria-labelledby="version-title">
        <p className="flex flex-wrap items-center gap-2 text-xs">
          <TypeBadge type={version.type} />
          {version.form !== 'prompt' && <span className="model-chip capitalize">{version.form}</span>}
          {version.models.map(getModelName).map((label) => (
            <span key={label} className="model-chip">
              {label}
            </span>
          ))}
        </p>
        <h1 id="version-title" dir="auto" className="mt-1.5 text-xl font-semibold tracking-tight">
          {version.title}
        </h1>
        <Markdown text={version.description} className="mt-2 max-w-[68ch]" />
        <Gallery
          files={version.exampleFiles}
          title={version.title}
          isUncropped
          hasWaveforms={version.type === 'Audio'}
          className="mt-4"
        />
        <div className="mt-4">
          {version.promptTruncated ? (
            <div className="rounded-lg bg-sunken px-4 py-3">
              <pre dir="auto" className={PROMPT_CLASSES}>
                <PromptText parts={splitByForm(version.prompt, version, true)} filled={{}} />…
              </pre>
              <div className="mt-2 flex justify-end">
                <Button onClick={() => requestSignIn('reveal')}>{versionTexts.signInToReveal}</Button>
              </div>
            </div>
          ) : (
            <FillablePrompt
              id={`${id}-${number}`}
              prompt={{ ...version, text: version.prompt, length: version.promptLength, hiddenText }}
            />
          )}
        </div>
        <PostOrigin post={version} />
        {results}
      </article>
    </>
  )
}
