/**
 * Validation messages of a post's fields, shown by the form and returned by the API
 * (docs/spec/forms.md#post).
 */
export const messages = {
  titleRequired: 'Title is required',
  descriptionRequired: 'Description is required',
  promptRequired: 'AI prompt is required',
  wrongType: 'Type must be Text, Code, Image, Video or Audio',
  tooManyModels: 'You can select up to 5 models',
  unknownModel: 'This model is not in the catalogue',
  tooManyFiles: 'You can upload up to 5 files',
} as const
