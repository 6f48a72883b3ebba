const REACH_BEFORE = 160
const REACH_AFTER = 100

/** Words of a sentence that speaks about a danger instead of being one, before and after it. */
const BEFORE =
  /(?<!\p{L})(?:never|avoid|do(?:es)? not(?! (?:tell|inform|mention))|don['’]t(?! (?:tell|inform|mention))|must not|should not|warn|reject|refuse|detect|flag|audit|attacks?|attackers?|malicious|injections?|threat|risks?|danger|dangerous|unsafe|insecure|such as|even if|(?:told|tell you|asks?|asked|tries|wants you) to|(?:if|when|whenever) (?:the |a |an |any |some)?(?:user|someone|somebody|anyone|text|document|message|input|they)|jailbreaks?|niemals|vermeide|verlangt|warum|jamais|nunca|evita)(?!\p{L})|如果|可能会|不要/iu
const AFTER =
  /(?<!\p{L})(?:is (?:dangerous|unsafe|insecure|a risk)|attacks?|refuse|reject|gefährlich|dangereux|peligroso)(?!\p{L})|不要/iu

/** Returns true if the sentence around a range warns of what the range says. */
export const isWarning = (text: string, start: number, end: number): boolean => {
  const before = text.slice(Math.max(0, start - REACH_BEFORE), start)
  const after = text.slice(end, end + REACH_AFTER)
  return BEFORE.test(lastSentence(before)) || AFTER.test(after.split(/[\n.!?。](?:\s|$)/, 1)[0] ?? '')
}

const lastSentence = (text: string): string => text.split(/\n|[.!?。]\s/).at(-1) ?? ''
