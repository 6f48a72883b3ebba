import { type PromptForm, splitByForm } from './split-by-form.ts'

/** Returns a prompt's text with the roles of its messages as people read them, and its blanks as they are written. */
export const readByForm = (text: string, form: PromptForm, isCut = false): string =>
  form === 'messages'
    ? splitByForm(text, { form, blanksIn: 'nowhere' }, isCut)
        .map(({ written, text: shown }) => shown ?? written)
        .join('')
    : text
