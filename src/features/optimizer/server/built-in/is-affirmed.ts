const NEGATION =
  /(?: (?:no|not|without|don t|never|avoid|excluding|exclude|minus|neither|nor|leave out|remove|zero|kein|keine|ohne|sans|sin|sem|senza)(?: (?:any|all|background|a|an|the|other|more|use|add|include|or|and|adding|using|human|lead|backing|spoken)){0,3}) $/

/**
 * Whether one of the words occurs without a negation directly before it: `no vocals` does not request vocals.
 */
export const isAffirmed = (tokens: string, words: readonly string[]): boolean =>
  words.some((word) => {
    const needle = word.startsWith('*') ? word.slice(1) : ` ${word} `
    for (let index = tokens.indexOf(needle); index >= 0; index = tokens.indexOf(needle, index + 1))
      if (!NEGATION.test(tokens.slice(Math.max(0, index - 60), index + 1))) return true
    return false
  })
