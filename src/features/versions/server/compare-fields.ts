import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { limits } from '#core/limits.ts'
import { countCharacters, truncateText } from '#core/text.ts'
import type { TextChange } from '#core/text-changes.ts'
import type { Viewer } from '#core/viewer.ts'
import {
  getPostField,
  isSameFieldValue,
  isTruncatedForVisitors,
  type PostFieldName,
  type PostFields,
  postFieldNames,
} from '#features/posts/contract-fields.ts'
import { compareTextsInWorker } from './compare-texts.ts'

/**
 * Truncates the prompt for visitors, who get only its beginning everywhere (docs/spec/privacy.md#prompts).
 */
export const truncateForViewer = (viewer: Viewer, fields: PostFields): PostFields => {
  if (viewer) return fields
  const cut = { ...fields }
  for (const name of postFieldNames)
    if (isTruncatedForVisitors(name))
      Object.assign(cut, { [name]: truncateText(String(fields[name]), limits.promptForVisitors) })
  return cut
}

/**
 * Returns the fields that differ, truncated to what the viewer may see, and whether a prompt was truncated.
 */
export const compareFields = async (viewer: Viewer, before: PostFields, after: PostFields) => {
  const [shownBefore, shownAfter] = [truncateForViewer(viewer, before), truncateForViewer(viewer, after)]
  const wasCut = !viewer && [before, after].some(isLong)
  const differing = postFieldNames.filter((name) => !isSameFieldValue(after[name], before[name]))
  return {
    isCut: wasCut,
    fields: await Promise.all(
      differing.map(async (name) => {
        const changes = await compareField(name, shownBefore, shownAfter)
        return { name, changes: wasCut && isTruncatedForVisitors(name) ? withoutCutEnd(changes) : changes }
      }),
    ),
  }
}

/**
 * Drops the changes after the last common piece: two texts truncated to the same length differ at their ends
 * only because of the truncation.
 */
const withoutCutEnd = (changes: TextChange[]): TextChange[] => {
  const end = changes.findLastIndex(({ change }) => change === 'same')
  return end === -1 ? changes : changes.slice(0, end + 1)
}

const isLong = ({ prompt }: PostFields) => countCharacters(prompt) > limits.promptForVisitors

const compareField = async (
  name: PostFieldName,
  before: PostFields,
  after: PostFields,
): Promise<TextChange[]> => {
  if (getPostField(name).kind === 'text')
    return compareTextsInWorker(readText(before, name), readText(after, name))
  return compareLists([before[name]].flat(), [after[name]].flat())
}

const readText = (fields: PostFields, name: PostFieldName): string =>
  name === 'prompt' ? readByForm(fields.prompt, fields.form) : String(fields[name])

const compareLists = (before: readonly string[], after: readonly string[]): TextChange[] => [
  ...before.filter((item) => !after.includes(item)).map((text) => ({ text, change: 'removed' as const })),
  ...after.map((text) => ({ text, change: before.includes(text) ? ('same' as const) : ('added' as const) })),
]
