import { expect, test } from 'vitest'
import { getDefaultHead } from './default-head.ts'

test.each([
  ['/', 'Prompts – a library of AI prompts to discover and share'],
  ['/new', 'New Posts'],
  ['/popular', 'Trending Posts'],
  ['/bookmarks', 'Bookmarked Posts'],
  ['/private-posts', 'Private Posts'],
  ['/leaderboard', 'Leaderboard: Top Contributors'],
  ['/Leaderboard/', 'Leaderboard: Top Contributors'],
  ['/optimize', 'Optimize your AI prompts'],
  ['/t/machine-learning', 'Machine Learning'],
  ['/t/caf%C3%A9', 'Café'],
  ['/t/%', '%'],
  ['/t/a%00b%0A', 'Ab'],
  ['/t/%00', 'Prompts'],
  ['/settings', 'Prompts'],
])('the title of %s is %s', (path, title) => expect(getDefaultHead(path, 'Prompts').title).toBe(title))
