import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { readSkill } from '#core/skill.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { removalRequestStore } from '#features/posts/web/removal-request.ts'
import { copyText } from '#features/posts/web/share-link.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { formatBytes } from '#web/kit/format-bytes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import type { ReleasedSkill } from '../contract.ts'
import { skillFileQuery, skillQuery } from './queries.ts'
import { skillTexts } from './texts.ts'

const WithdrawDialog = lazyDialog(() => import('./WithdrawDialog.tsx'))

/** How a skill is installed, its front matter, files and versions. Its code is loaded with the first skill. */
const SkillDetails = ({ post }: { post: PostCard }) => {
  // A visitor with a private link reads the post, but nothing about it.
  const canRead = useCurrentUser() !== null || !post.isPrivate
  const { data, error, refetch } = useQuery({ ...skillQuery(post.id, post.version), enabled: canRead })
  if (!canRead) return null
  const { compatibility, allowedTools, metadata } = readSkill(post.skill)
  const facts = [
    [skillTexts.compatibility, compatibility],
    [skillTexts.allowedTools, allowedTools],
    ...Object.entries(metadata),
  ].filter(([, value]) => value)
  const current = data?.releases.find(({ version }) => version === post.version)
  return (
    <section aria-label={skillTexts.heading} className="my-4 flex flex-col gap-4 rounded-lg border p-4">
      {error && <ErrorNotice onRetry={() => void refetch()}>{skillTexts.loadFailed}</ErrorNotice>}
      {data && <InstallCommand post={post} releases={data.releases} />}
      {facts.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {current && current.withdrawnAt === null && <Files postId={post.id} files={current.files} />}
      {data && <Versions post={post} releases={data.releases} />}
    </section>
  )
}

const InstallCommand = ({ post, releases }: { post: PostCard; releases: readonly ReleasedSkill[] }) => {
  const site = useSite()
  const command = `npx skills add ${site.url}${paths.post(post)}`
  if (post.isPrivate) return <p className="text-sm text-muted">{skillTexts.isPrivate}</p>
  if (releases.every(({ withdrawnAt }) => withdrawnAt))
    return <p className="text-sm text-danger">{skillTexts.noRelease}</p>
  return (
    <div className="flex flex-col gap-1.5">
      <h2 className="text-sm font-medium">{skillTexts.install}</h2>
      <div className="flex items-center gap-2 rounded-lg bg-sunken py-1 ps-3 pe-1">
        <code className="min-w-0 grow py-1 font-mono text-xs break-all">{command}</code>
        <Button
          icon={<Icon name="copy" size={16} />}
          className="flex-none"
          onClick={() => void copyText(command, skillTexts.copied, skillTexts.copyFailed)}
        >
          <span className="narrow:sr-only">{skillTexts.copy}</span>
        </Button>
      </div>
    </div>
  )
}

type FilesProps = { postId: number; files: ReleasedSkill['files'] }

const Files = ({ postId, files }: FilesProps) => (
  <div className="flex flex-col gap-1.5">
    <h2 className="text-sm font-medium">{skillTexts.files}</h2>
    <p className="text-xs text-muted">{skillTexts.filesHint}</p>
    <FileList postId={postId} files={files} />
  </div>
)

const FileList = ({ postId, files }: FilesProps) => (
  <ul className="flex flex-col border-t">
    {files.map((file) => (
      <li key={file.path} className="border-b">
        <FileView postId={postId} file={file} />
      </li>
    ))}
  </ul>
)

const FileView = ({ postId, file }: { postId: number; file: FilesProps['files'][number] }) => {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...skillFileQuery(postId, file.sha256), enabled: isOpen })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="control cursor-pointer py-1.5 hover:text-ink">
        <span className="font-mono text-xs break-all">{file.path}</span>{' '}
        <span className="text-xs text-muted">{formatBytes(file.size)}</span>
      </summary>
      <p className="font-mono text-xs break-all text-muted">sha256:{file.sha256}</p>
      {error ? (
        <ErrorNotice onRetry={() => void refetch()}>{skillTexts.fileFailed}</ErrorNotice>
      ) : (
        <pre
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard
          tabIndex={0}
          className="prompt-text my-2 max-h-96 overflow-auto rounded-lg bg-sunken px-4 py-3"
        >
          {data?.content ?? skillTexts.loading}
        </pre>
      )}
    </details>
  )
}

const Versions = ({ post, releases }: { post: PostCard; releases: readonly ReleasedSkill[] }) => {
  const user = useCurrentUser()
  const [withdrawing, setWithdrawing] = useState<number | null>(null)
  const client = useQueryClient()
  const isOwn = user?.id === post.userId
  const canWithdraw = user !== null && (isOwn || user.isAdmin)
  return (
    <div className="flex flex-col gap-1.5">
      <h2 className="text-sm font-medium">{skillTexts.versions}</h2>
      <ul className="flex flex-col border-t">
        {releases.map(({ version, createdAt, withdrawnAt, withdrawnReason, digest, files }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-3 border-b py-1 text-sm">
            <SiteLink href={paths.version(post.id, version)} className="inline-link hover:underline">
              {skillTexts.version(version)}
            </SiteLink>
            <RelativeTime date={createdAt} className="text-muted" />
            <span title={digest} className="font-mono text-xs text-muted">
              {digest.slice(0, 'sha256:'.length + 12)}…
            </span>
            {withdrawnAt && <span className="text-danger">{skillTexts.withdrawn(withdrawnReason)}</span>}
            {version !== post.version && !withdrawnAt && files.length > 1 && (
              <details className="order-last basis-full">
                <summary className="control cursor-pointer text-muted hover:text-ink">
                  {skillTexts.files}
                </summary>
                <FileList postId={post.id} files={files} />
              </details>
            )}
            {canWithdraw && !withdrawnAt && (
              <Button
                variant="ghost"
                className="ml-auto"
                aria-label={skillTexts.withdrawVersion(version)}
                onPointerEnter={WithdrawDialog.preload}
                onClick={() =>
                  isOwn
                    ? setWithdrawing(version)
                    : removalRequestStore.set({
                        kind: 'skill',
                        id: post.id,
                        version,
                        author: post.user.username,
                        onRemoved: () => void invalidateLists(client, 'posts'),
                      })
                }
              >
                {skillTexts.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {withdrawing !== null && (
        <WithdrawDialog postId={post.id} version={withdrawing} onClose={() => setWithdrawing(null)} />
      )}
    </div>
  )
}

export default SkillDetails
