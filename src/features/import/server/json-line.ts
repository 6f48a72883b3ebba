import { isReserved } from '#features/identity/reserved-usernames.ts'
import { postRecordShape } from '../contract.ts'
import { type ImportedPost, recordKey } from './imported-post.ts'

/** A line of an export as a post, or what is wrong with it. */
export const jsonPost = (line: string): ImportedPost | string => {
  const parsed = parse(line)
  if (parsed === undefined) return 'not a JSON object'
  const read = postRecordShape.safeParse(parsed)
  if (!read.success) {
    const [issue] = read.error.issues
    return issue ? `${issue.path.join('.') || 'post'}: ${issue.message}` : 'not a post'
  }
  const { author, importedFrom, ...post } = read.data
  if (isReserved(author)) return `author: ${author} is a reserved name`
  return {
    ...post,
    key: importedFrom ?? recordKey(read.data),
    author: { kind: 'username', name: author },
    isExported: true,
  }
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
