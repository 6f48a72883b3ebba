import { isWarning } from './context.ts'
import { createFinding, type Finding } from './finding.ts'

const SHELL = '(?:(?:ba|z|da|k|fi)?sh|python[0-9.]{0,4}|node|perl|ruby|php)(?![\\w-]|\\.\\w)'
const SUDO = '(?:sudo[ \\t]{1,3}(?:-[\\w]{1,8}[ \\t]{1,3}){0,3})?'

/** Each has the part that names what is fetched as its first group. */
const patterns = [
  `\\b(?:curl|wget|fetch)[ \\t]([^\\n|]{1,300})\\|[ \\t]{0,3}${SUDO}(?:/(?:usr/)?bin/)?(?:env[ \\t])?${SHELL}`,
  `(?:\\b${SHELL}|\\bsource|(?<=[ \\t])\\.)[ \\t]{1,3}<\\([ \\t]{0,3}(?:curl|wget)[ \\t]([^)\\n]{1,300})\\)`,
  `\\b(?:${SHELL}[ \\t]{1,3}-\\w{0,4}[ce]|eval)[ \\t]{1,3}["']?\\$\\([ \\t]{0,3}(?:curl|wget)[ \\t]([^)\\n]{1,300})\\)`,
  '\\b(?:irm|iwr|invoke-webrequest|invoke-restmethod)[ \\t]([^\\n|]{1,300})\\|[ \\t]{0,3}(?:iex|invoke-expression)\\b',
  '\\b(?:iex|invoke-expression)[ \\t(&]{1,6}[^\\n]{0,80}?(?:downloadstring|irm|iwr|invoke-webrequest|invoke-restmethod)([^\\n]{1,200})',
].map((source) => new RegExp(source, 'gi'))

/** A URL or a host with a dot. Texts that only name the technique have a placeholder there. */
const ADDRESS =
  /(?:https?:\/\/|^|[\s"'])((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?=[/:\s"')]|$)/i

/** Finds commands that run a script from the network. */
export const findNetworkScripts = (text: string): Finding[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, 1: fetched = '', index }) => {
      const host = ADDRESS.exec(fetched)?.[1]
      if (!host || isWarning(text, index, index + found.length)) return []
      return createFinding('network-script', index, index + found.length, host)
    }),
  )
