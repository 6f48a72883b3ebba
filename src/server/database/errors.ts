export const databaseMeaning = (
  _: unknown,
): 'away' | 'busy' | 'duplicate' | 'bad-text' | 'out-of-range' | 'too-large' | null => null
