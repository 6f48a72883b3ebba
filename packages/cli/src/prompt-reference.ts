import {
  getPostsById,
  getPrivateByPrivateId,
  getTByTopicNameBySeoSlug,
  type PostPage,
} from '@prompt-collection/client'
import { usageError } from './cli-error.ts'
import type { Session } from './session.ts'

/** Returns the id of a prompt, as people write it: `7` or `#7`. */
export const toId = (written: string): number => {
  const [, digits] = /^#?([1-9]\d{0,9})$/.exec(written) ?? []
  if (digits === undefined)
    throw usageError(`${written} is not the id of a prompt.`, 'Ids are numbers, which `search` shows.')
  return Number(digits)
}

/** Returns the site of a link to a prompt, so that people need not name it a second time. */
export const getSiteOfLink = (written: string): string | undefined =>
  /^https?:\/\//i.test(written) && URL.canParse(written) ? new URL(written).origin : undefined

/** Finds a prompt by its id or by the address of its page. */
export const findPrompt = async ({ api, site }: Session, written: string): Promise<PostPage> => {
  const origin = getSiteOfLink(written)
  if (origin === undefined) return (await getPostsById({ ...api, path: { id: toId(written) } })).data
  if (origin !== site) throw usageError(`${written} is not on ${site}.`)
  const [first = '', second = '', third = ''] = new URL(written).pathname
    .split('/')
    .slice(1)
    .map(decodeURIComponent)
  if (first === 'private') return (await getPrivateByPrivateId({ ...api, path: { privateId: second } })).data
  if (first === 't')
    return (await getTByTopicNameBySeoSlug({ ...api, path: { topicName: second, seoSlug: third } })).data
  if (first === 'post')
    return (await getPostsById({ ...api, path: { id: toId(second.replace(/\.md$/, '')) } })).data
  throw usageError(`${written} is not the page of a prompt.`)
}

/** Returns the address of a prompt's page. A private one is reached by its id only by those who may see it. */
export const getPromptUrl = (site: string, id: number): string => `${site}/post/${id}`
