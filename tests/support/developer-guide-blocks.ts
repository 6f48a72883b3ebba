import { writeDeveloperGuide } from '../../src/app/web/developer-guide.ts'

/** Returns the code blocks of the page for developers that are marked with a language. */
export const blocksOfDeveloperGuide = (site: string, language: string): string[] =>
  [...writeDeveloperGuide(site).matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, found]) => found === language)
    .map(([, , code = '']) => code)
