import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import {
  type AiPreferences,
  answerCrawlers,
  buildContentUsage,
  trainingCrawlers,
} from '#core/ai-preferences.ts'
import { type LicenseId, licenses } from '#core/licenses.ts'
import { toMarkdownLine } from '#core/markdown-line.ts'
import { getModelName } from '#core/model-catalogue.ts'
import { pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import { readSkill } from '#core/skill.ts'
import type { PostCard } from '#features/posts/contract.ts'
import type { PostFieldName } from '#features/posts/contract-fields.ts'
import type { Topic } from '#features/topics/contract.ts'

/**
 * Renders a post as Markdown, with its title as a heading of this level. Leaves out a private post's link, because
 * the link is secret.
 */
export const renderPostMarkdown = (siteUrl: string, post: PostCard, level = 1): string => {
  const facts = [
    ...Object.values(factsOf(post)).flatMap((fact) => fact ?? []),
    ...(post.topic ? [`Topic: ${post.topic.name}`] : []),
    `Author: ${post.user.username}`,
    `Published: ${post.createdAt.toISOString()}`,
    ...(post.isPrivate ? [] : [`Link: ${siteUrl}${paths.post(post)}`]),
  ]
  const remainder = post.promptTruncated
    ? `\n\n(The first part of ${post.promptLength} characters; members read the rest on the site.)`
    : ''
  const heading = '#'.repeat(level)
  const list = facts.map((fact) => `- ${toMarkdownLine(fact)}`).join('\n')
  return `${heading} ${toMarkdownLine(post.title)}\n\n${post.description}\n\n${list}\n\n${heading}# Prompt\n\n${indented(readByForm(post.prompt, post.form, post.promptTruncated))}${remainder}\n`
}

/**
 * Returns the fields that are shown as list items rather than as text, in display order. A null value hides its field.
 */
const factsOf = (
  post: PostCard,
): Record<Exclude<PostFieldName, 'title' | 'description' | 'prompt'>, string | null> => ({
  type: `Type: ${post.type}`,
  models: post.models.length ? `Models: ${post.models.map(getModelName).join(', ')}` : null,
  exampleFiles: null,
  tags: post.tags.length ? `Tags: ${post.tags.join(', ')}` : null,
  blanksIn: post.blanksIn === 'text' ? null : `Blanks: ${post.blanksIn}`,
  license: post.license === 'unspecified' ? null : `License: ${describeLicense(post.license)}`,
  sourceUrl: post.sourceUrl ? `Source: ${post.sourceUrl}` : null,
  form: post.form === 'prompt' ? null : `Form: ${post.form}`,
  skill: post.form === 'skill' ? `Skill: ${readSkill(post.skill).name}` : null,
})

const describeLicense = (id: LicenseId): string => {
  const { name, url } = licenses[id]
  return url ? `${name} (${url})` : name
}

/**
 * Returns the content of `/llms.txt`, which describes the site and links to its machine-readable resources.
 */
export const renderLlmsTxt = (siteUrl: string, siteName: string, topics: Topic[]): string =>
  [
    `# ${collapseWhitespace(siteName)}`,
    '> A public library of AI prompts for text, code, image, video and audio models.',
    'Every post is also available as Markdown at `/post/{id}.md`. Visitors see the beginning of each prompt; members read it whole.',
    '## Lists',
    `- [Newest](${siteUrl}${paths.newFeed}): RSS\n- [Trending](${siteUrl}${paths.popularFeed()}): RSS\n- [Sitemap](${siteUrl}${paths.sitemap})\n- [API](${siteUrl}${paths.apiDocument}): OpenAPI 3.1`,
    '## Topics',
    topics.map(({ name }) => `- [${collapseWhitespace(name)}](${siteUrl}${paths.topic(name)})`).join('\n'),
    '',
  ].join('\n\n')

/** The paths that robots.txt disallows, up to their first parameter, because robots.txt matches prefixes. */
const disallowedPaths = new Set(
  Object.values(pages).flatMap(({ path, isDisallowed }) => (isDisallowed ? [path.replace(/:.*/, '')] : [])),
)

/** Renders robots.txt: what no crawler may read, and what the operator says about AI. */
export const renderRobotsTxt = (siteUrl: string, preferences: AiPreferences): string => {
  const usage = buildContentUsage(preferences)
  const refused = [
    ...(preferences.training === 'deny' ? trainingCrawlers : []),
    ...(preferences.search === 'deny' ? answerCrawlers : []),
  ]
  return [
    ...(refused.length ? [...refused.map((name) => `User-agent: ${name}`), 'Disallow: /', ''] : []),
    'User-agent: *',
    ...(usage ? [`Content-Usage: ${usage}`] : []),
    'Disallow: /api/',
    ...[...disallowedPaths].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}${paths.sitemap}`,
    '',
  ].join('\n')
}

/** Renders ai.txt, by which some collectors of training data ask (https://site.spawning.ai/spawning-ai-txt). */
export const renderAiTxt = ({ training }: AiPreferences): string =>
  training === 'unset' ? '' : `User-Agent: *\n${training === 'allow' ? 'Allow' : 'Disallow'}: /\n`

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ')

// Formats the text as an indented code block, because, unlike a fenced one, nothing in the text can close it.
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
