import { textFieldNames } from '#features/posts/contract-fields.ts'

/** The fields that a suggested edit can change: the texts. Only the author can change the type, models and files. */
export const suggestableFieldNames = textFieldNames

export const suggestedEditStatuses = ['open', 'changes-requested', 'accepted', 'declined'] as const

export const SUGGESTED_EDITS_PER_PAGE = 20

/** The maximum number of undecided suggested edits that a member may have for one post. */
export const MAX_UNDECIDED_PER_MEMBER = 5
/** The maximum number of undecided suggested edits that all members together may have for one post. */
export const MAX_UNDECIDED_PER_POST = 100
