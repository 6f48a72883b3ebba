import { useState } from 'react'
import { paths } from '#core/paths.ts'
import type { TagInfo } from '#features/posts/contract-tags.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { listAdminTags, renameTag } from '../contract-tags.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { AdminPanelState } from './panel-state.ts'
import { tagTexts } from './tags-texts.ts'
import { adminTexts } from './texts.ts'

const texts = adminTexts.columns
const columns = [
  { label: texts.name, sorts: ['name', 'name-desc'], isAscending: true },
  { label: texts.posts, sorts: ['posts', 'posts-asc'], isNumber: true },
] as const

export const TagsTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={columns}
    defaultSort="posts"
    load={(query) => callApi<typeof listAdminTags>('GET /api/admin/tags', { query })}
    idOf={(tag: TagInfo) => tag.name}
  >
    {(tag) => <Tag tag={tag} />}
  </AdminList>
)

const Tag = ({ tag: { name, postCount } }: { tag: TagInfo }) => {
  const [isRenaming, setRenaming] = useState(false)
  const [newName, setNewName] = useState(name)
  return (
    <AdminRow
      label={name}
      title={
        <SiteLink href={paths.tag(name)} className="hover:underline">
          #{name}
        </SiteLink>
      }
      facts={tagTexts.posts(postCount)}
      cells={[{ label: texts.posts, value: postCount.toLocaleString('en'), isNumber: true }]}
      error={null}
      actions={
        <Button aria-label={tagTexts.renameTitle(name)} onClick={() => setRenaming(true)}>
          {tagTexts.rename}
        </Button>
      }
      dialog={
        isRenaming && (
          <ConfirmDialog
            draft={`rename-tag:${name}`}
            title={tagTexts.renameTitle(name)}
            text={tagTexts.renameText(postCount)}
            isReady={newName.trim() !== '' && newName !== name}
            label={tagTexts.rename}
            successMessage={tagTexts.renamed(name)}
            action={(reason) =>
              callApi<typeof renameTag>('PUT /api/admin/tags/:tag', {
                params: { tag: name },
                body: { name: newName },
                query: { reason },
              })
            }
            onClose={() => setRenaming(false)}
          >
            <TextField
              label={tagTexts.name}
              autoComplete="off"
              maxLength={100}
              value={newName}
              onChange={({ target }) => setNewName(target.value)}
            />
          </ConfirmDialog>
        )
      }
    />
  )
}
