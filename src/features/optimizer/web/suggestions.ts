import { getModelType, type PostType } from '#core/model-catalogue.ts'

/**
 * Common refinement instructions by type. Each is a complete sentence: an AI service follows it, and the
 * built-in optimizer inserts it into the prompt in place of the blank that it fills in.
 */
const SUGGESTIONS: Record<PostType, readonly string[]> = {
  Text: [
    'Keep the answer short and to the point.',
    'Go into more detail and give an example for each point.',
    'Use a friendly, informal tone.',
    'Present the answer as a table.',
  ],
  Code: [
    'Explain the code step by step.',
    'Add unit tests.',
    'Handle invalid input and errors.',
    'Return only the code in one file.',
  ],
  Image: [
    'Show the subject close up.',
    'Use soft natural light.',
    'Make it look like a watercolor painting.',
    'Do not show any text.',
  ],
  Video: [
    'Film it in one wide shot.',
    'Keep the camera still.',
    'Use soft evening light.',
    'Add natural ambient sound without music.',
  ],
  Audio: [
    'Make it slow and calm.',
    'Use acoustic instruments only.',
    'Leave out all vocals.',
    'Keep it under one minute.',
  ],
}

/** Returns the suggestions for the chosen type, or else for the type of the first model, or else for text. */
export const getOptimizerSuggestions = (
  type: PostType | null,
  models: readonly string[],
): readonly string[] => SUGGESTIONS[type ?? getModelType(models[0]) ?? 'Text']
