import { isWarning } from './context.ts'
import { createFinding, type Finding } from './finding.ts'

/** At most six words of at most 20 letters, so that a search takes linear time. */
const WORDS = "(?:[\\p{L}'’-]{1,20}[ \\t]{1,3}){0,6}?"
const EARLIER = '(?:previous|prior|earlier|preceding|above|existing|original|initial|system|former)'
const RULES = '(?:instructions?|prompts?|rules|guidelines?|directives?|commands?|training|constraints)'

const overrides = [
  `\\b(?:ignore|disregard|forget|override|overrule|bypass)[ \\t]{1,3}${WORDS}${EARLIER}[ \\t]{1,3}${RULES}\\b`,
  `\\b(?:ignore|disregard|forget|override|overrule|bypass)[ \\t]{1,3}${WORDS}${RULES}[ \\t]{1,3}(?:above|before|so far|you (?:have|were|had)|given)`,
  '\\b(?:forget|ignore|disregard) (?:everything|anything|all)(?: that)? (?:you (?:were|have been|had been) (?:told|given|taught)|(?:above|before this|previously))',
  '\\b(?:ignore|disregard) the above and\\b',
  `\\b(?:ignorier|vergiss|missacht)\\p{L}{0,3}[ \\t]${WORDS}(?:vorherigen|bisherigen|vorigen|obigen|früheren|vorangegangenen)[ \\t](?:anweisung|instruktion|regel|befehl|vorgabe)`,
  `\\b(?:ignore[zr]?|oublie[zr]?)[ \\t]${WORDS}(?:instructions|consignes|règles)[ \\t](?:précédentes|antérieures|ci-dessus)`,
  `\\b(?:ignor[ae]|olvid[ae])[ \\t]${WORDS}(?:instrucciones|instruções|istruzioni|reglas|regras)[ \\t](?:anteriores|previas|precedenti|prévias)`,
  `\\bignora[ \\t]${WORDS}istruzioni[ \\t]precedenti`,
  `(?<!\\p{L})(?:игнорируй|забудь)(?:те)?[ \\t]${WORDS}(?:предыдущие|прежние)[ \\t](?:инструкции|указания)`,
  '(?:忽略|无视|忘记)[^\\s，。,.]{0,8}(?:之前|以上|先前|上述)[^\\s，。,.]{0,6}(?:指令|指示|提示|规则)',
  '(?:以前|これまで|上記)の[^\\s、。]{0,8}(?:指示|命令)[^\\s、。]{0,6}(?:無視|忘れ)',
  '(?:이전|위)의? ?(?:모든 ?)?(?:지시|명령|지침)[^\\s.]{0,3} ?(?:무시)',
].map((source) => new RegExp(source, 'giu'))

const VERB =
  '(?<=^|[.!?;:,\\n]\\s{0,3}|\\b(?:and|then|also|please|silently|secretly|quietly|always|und|et|y|dann|puis)\\s{1,3})(?:send|post|upload|transmit|forward|e-?mail|submit|exfiltrate|leak|append|sende?|schicke?|übermittle|envoi?e[zr]?|transmets|envía|manda|sube)(?!\\p{L})'
const IMPERATIVE = new RegExp(VERB, 'gimu')
const SENSITIVE =
  /(?:conversation|chat (?:history|log)|user['’]s messages|system prompt|api[ -_]?keys?|passwords?|credentials|secrets?\b|environment variables|\.env\b|ssh keys?|id_rsa|private keys?|its contents?\b|umgebungsvariablen|passwörter|zugangsdaten|gespräch|mots de passe|contraseñas|credenciales|conversación)/iu
const DESTINATION = /(?:https?:\/\/[^\s"'`)]{2,200}[^\s"'`).,;:!?]|[\w.+-]{1,40}@[\w-]{1,40}\.[a-z]{2,})/iu
/** The letters after a stem, in scripts with spaces between words. */
const ENDING = /^[\p{Script=Latin}\p{Script=Cyrillic}]*/u
const REACH_BEFORE = 120
const REACH_AFTER = 240

const leaks = [
  /!\[[^\]\n]{0,200}\]\(https?:\/\/[^\s)?]{1,200}\?[^\s)]{0,100}[{<[](?:[\w .-]{0,30})(?:conversation|chat|history|message|secret|key|token|password|prompt)[^)\n]{0,200}\)?/giu,
  /(?:\b(?:env|printenv)|\bcat[ \t]{1,3}\S{0,80}(?:\.ssh|\.aws|\.env|id_rsa|credentials)\S{0,40})[ \t]{0,3}\|[ \t]{0,3}(?:curl|nc|wget)\b/giu,
]

/** Finds instructions to ignore other instructions, each once and up to the end of its last word. */
export const findOverrides = (text: string): Finding[] => {
  const findings: Finding[] = []
  for (const pattern of overrides)
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const start = index
      const [rest = ''] = ENDING.exec(text.slice(start + found.length, start + found.length + 20)) ?? []
      const end = start + found.length + rest.length
      const isKnown = findings.some((other) => other.start <= start && start < other.end)
      if (!isKnown && !isQuoted(text, start) && !isWarning(text, start, end))
        findings.push(createFinding('override-instruction', start, end))
    }
  return findings
}

/** Finds instructions to send what is confidential to a URL or an email address. */
export const findExfiltration = (text: string): Finding[] => {
  const findings: Finding[] = []
  for (const { 0: verb, index } of text.matchAll(IMPERATIVE)) {
    const after = text.slice(index, index + REACH_AFTER).split('\n', 1)[0] ?? ''
    const destination = DESTINATION.exec(after)
    if (!destination || isQuoted(text, index) || isWarning(text, index, index + verb.length)) continue
    const before =
      text
        .slice(Math.max(0, index - REACH_BEFORE), index)
        .split('\n')
        .at(-1) ?? ''
    if (!SENSITIVE.test(before + after.slice(0, destination.index))) continue
    const end = index + destination.index + destination[0].length
    if ((findings.at(-1)?.end ?? 0) <= index)
      findings.push(createFinding('exfiltration-instruction', index, end))
  }
  for (const pattern of leaks)
    for (const { 0: found, index } of text.matchAll(pattern))
      findings.push(createFinding('exfiltration-instruction', index, index + found.length))
  return findings
}

const isQuoted = (text: string, index: number): boolean => /["'“„”«‘’`「『]/.test(text[index - 1] ?? '')
