const DENIED =
  /(?: (?:no|not|without|don t|never|avoid|excluding|exclude|minus|neither|nor|leave out|remove|zero|kein|keine|ohne|sans|sin|sem|senza)(?: (?:any|all|background|a|an|the|other|more|use|add|include|or|and|adding|using|human|lead|backing|spoken)){0,3}) $/

/** Whether one of the words stands in the text without a negation right before it: `no vocals` does not ask for vocals. */
export const isAffirmed = (bag: string, words: readonly string[]): boolean =>
  words.some((word) => {
    const found = word.startsWith('*') ? word.slice(1) : ` ${word} `
    for (let at = bag.indexOf(found); at >= 0; at = bag.indexOf(found, at + 1))
      if (!DENIED.test(bag.slice(Math.max(0, at - 60), at + 1))) return true
    return false
  })
