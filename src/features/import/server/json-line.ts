import { isReserved } from '#features/identity/reserved-usernames.ts'
import { postRecordShape } from '../contract.ts'
import { type ImportedPost, recordKey } from './imported-post.ts'

/** Converts a line of an export into a post, or returns the line's problem. */
export const jsonPost = (line: string): ImportedPost | string => {
  const parsed = parse(line)
  if (parsed === undefined) return 'not a JSON object'
  const result = postRecordShape.safeParse(parsed)
  if (!result.success) {
    const [issue] = result.error.issues
    return issue ? `${issue.path.join('.') || 'post'}: ${issue.message}` : 'not a post'
  }
  const { author, importedFrom, ...post } = result.data
  if (isReserved(author)) return `author: ${author} is a reserved name`
  return {
    ...post,
    key: importedFrom ?? recordKey(result.data),
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
