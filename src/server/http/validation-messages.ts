import * as z from 'zod/mini'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' items' }

/**
 * Returns the message for a value rejected by a schema that does not define its own message. Never exposes zod's
 * wording.
 */
export const getValidationMessage = (issue: z.core.$ZodRawIssue): string => {
  const name = issue.path?.length ? issue.path.join('.') : 'The request body'
  const unit = 'origin' in issue ? (UNITS[String(issue.origin)] ?? '') : ''
  const verb = unit === UNITS.array ? 'have' : 'be'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is required`
        : `${name} must be ${TYPES[issue.expected] ?? 'of another type'}`
    case 'invalid_value':
      return issue.input === undefined
        ? `${name} is required`
        : `${name} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `${name} must ${verb} at least ${issue.minimum}${unit}`
    case 'too_big':
      return `${name} must ${verb} at most ${issue.maximum}${unit}`
    case 'invalid_format':
      return issue.format === 'uuid' ? `${name} must be a UUID` : `${name} has the wrong format`
    case 'unrecognized_keys':
      return `${name} has unknown fields: ${issue.keys.join(', ')}`
    default:
      return `${name} is not valid`
  }
}

/** Sets the messages of every schema in the process that does not define its own. */
export const setValidationMessages = (): void => {
  z.config({ customError: getValidationMessage })
}
