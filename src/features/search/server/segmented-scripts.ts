import { UNSPACED_SCRIPTS } from '#core/unspaced-scripts.ts'

/**
 * The scripts of whose characters each is a word in the index (`segment_text`), as a part of a character class: those
 * without spaces, and Korean, whose particles are attached to words.
 */
export const SEGMENTED_SCRIPTS = String.raw`${UNSPACED_SCRIPTS}\p{scx=Hang}`

/** A class of their characters. */
export const SEGMENTED_CLASS = String.raw`[[${SEGMENTED_SCRIPTS}]--\p{P}]`
const SEGMENTED = new RegExp(`^${SEGMENTED_CLASS}*$`, 'v')

/** Returns whether each character of a text is a word in the index. */
export const isSegmented = (text: string): boolean => SEGMENTED.test(text)
