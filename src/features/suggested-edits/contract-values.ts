import { postFieldNames, textFieldNames } from '#features/posts/contract-fields.ts'

/** The fields that others may suggest: the texts. Type, models and files are the author's. */
export const suggestedFieldNames = postFieldNames.filter((name) =>
  (textFieldNames as readonly string[]).includes(name),
) as typeof textFieldNames

export const suggestedEditStatuses = ['open', 'changes-requested', 'accepted', 'declined'] as const

export const SUGGESTED_EDITS_PER_PAGE = 20

/** How many suggested edits of one post a member may have that its author has not decided. */
export const MAX_UNDECIDED_PER_MEMBER = 5
/** Of all members together. */
export const MAX_UNDECIDED_PER_POST = 100
