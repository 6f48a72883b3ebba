import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { CollectionLinks } from './CollectionLinks.tsx'
import { memberCollectionsQuery } from './queries.ts'
import { collectionTexts } from './texts.ts'

/** Lists a member's public collections on their profile. */
export const MemberCollections = ({ username }: { username: string }) => {
  const { data, isError } = useQuery(memberCollectionsQuery(username))
  if (!data) return isError && <ErrorNotice>{collectionTexts.loadFailed}</ErrorNotice>
  if (data.length === 0)
    return <EmptyState title={collectionTexts.noneTitle}>{collectionTexts.noneOf(username)}</EmptyState>
  return <CollectionLinks collections={data} />
}
