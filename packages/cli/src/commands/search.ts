import { getSearch } from '@prompt-collection/client'
import { usageError } from '../cli-error.ts'
import { type Command, getText } from '../command.ts'
import { openSession } from '../session.ts'
import { toSafeLine } from '../terminal.ts'

const sorts = ['relevance', 'new', 'top'] as const
const MAX_RESULTS = 50

export const search: Command = {
  name: 'search',
  usage: 'WORDS…',
  summary: 'Find public prompts',
  details:
    'Words, "phrases", and filters as on the site: type:code model:claude topic:writing tag:c++ author:ada. After --, a word with - before it is excluded.',
  words: [1, 100],
  options: {
    limit: { type: 'string', description: `how many, at most ${MAX_RESULTS}`, value: 'NUMBER' },
    sort: { type: 'string', description: 'the order', value: sorts.join('|'), choices: sorts },
  },
  run: async ({ values, positionals, terminal }) => {
    const { api, site } = await openSession({ site: getText(values, 'site') })
    const limit = Number(getText(values, 'limit') ?? 10)
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_RESULTS)
      throw usageError(`--limit must be a number from 1 to ${MAX_RESULTS}.`)
    const sort = getText(values, 'sort')
    const sortBy = sorts.find((name) => name === sort)
    if (sort !== undefined && !sortBy) throw usageError(`--sort must be ${sorts.join(', ')}.`)
    const query = { q: positionals.join(' '), limit, ...(sortBy && { sortBy }) }
    const { data } = await getSearch({ ...api, query })
    const width = Math.max(2, ...data.map(({ id }) => String(id).length))
    for (const post of data) {
      const from = [`@${post.user.username}`, post.topic?.name, `${post.score} points`]
        .filter(Boolean)
        .join(' · ')
      const about = terminal.style('dim', toSafeLine(from))
      terminal.print(
        `${String(post.id).padStart(width)}  ${terminal.style('bold', toSafeLine(post.title))}  ${about}`,
      )
    }
    const corrected = data[0]?.correctedTo
    if (corrected)
      terminal.note(`Nothing has these words. These are the results for “${toSafeLine(corrected)}”.`)
    if (data.length === 0) terminal.note('Nothing was found. Try fewer or other words.')
    else if (!terminal.isJson) terminal.note('\n`prompt-collection show ID` shows one.')
    terminal.printJson(data.map((post) => ({ ...post, url: `${site}/post/${post.id}` })))
  },
}
