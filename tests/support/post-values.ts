import { getPostField, type PostFieldName } from '#features/posts/contract-fields.ts'

/** Returns a value other than the field's default. */
export const createNonDefaultValue = (name: PostFieldName): string | string[] => {
  const field = getPostField(name)
  if (field.kind === 'text') return `Another ${name}`
  if (field.kind === 'choice') return field.options.find((option) => option !== field.default) ?? ''
  return field.kind === 'list' ? field.options.slice(0, 1) : ['data:another']
}
