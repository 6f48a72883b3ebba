/**
 * Returns the text of the page for developers, as Markdown, for the site at this address. Each block of `sh` and `json`
 * is run or read by `tests/developer-guide.test.ts`, and what connects agents is read by real ones in
 * `tests/mcp-programs.test.ts`.
 */
export const writeDeveloperGuide = (site: string): string => `
The site is open to scripts, editors and agents. Visitors can read the beginnings of public prompts without an account. For whole prompts and for everything that is yours, a program uses a token or is connected in the browser.

## Agents (MCP)

Agents find prompts, fill them in, and save and change yours at \`${site}/mcp\`, by the Model Context Protocol. The first time an agent needs more than visitors may see, it opens this site, where you allow what it asks for. You can disconnect it in [your settings](${site}/settings).

**Claude Code:**

\`\`\`
claude mcp add --transport http prompts ${site}/mcp
\`\`\`

**Claude and ChatGPT:** add a custom connector with the address \`${site}/mcp\` in the settings of connectors. The site has to be reachable from the internet.

**Cursor:** in \`.cursor/mcp.json\`:

\`\`\`json
{
  "mcpServers": {
    "prompts": { "url": "${site}/mcp" }
  }
}
\`\`\`

**VS Code:** in \`.vscode/mcp.json\`:

\`\`\`json
{
  "servers": {
    "prompts": { "type": "http", "url": "${site}/mcp" }
  }
}
\`\`\`

Prompts that you have written, bookmarked or follow in a collection appear as prompts of the agent, with an argument for each blank. Everything else is reached by tools, such as \`search_prompts\`, \`fill_prompt\` and \`save_prompt\`.

## Command line

It needs Node 20.12 or newer. Sign in with your browser:

\`\`\`sh
npx prompt-collection login ${site}
\`\`\`

Find a prompt, or save one from another program:

\`\`\`sh
npx prompt-collection search haiku
\`\`\`

\`\`\`sh
echo 'Write a haiku about \${season}.' | npx prompt-collection save --title Seasons --description "About a season"
\`\`\`

Fill in its blanks, by its id, for another program:

\`\`\`sh
npx prompt-collection fill "$ID" --set season=winter
\`\`\`

Keep your prompts as files, for example in Git, and bring changes to either side:

\`\`\`sh
npx prompt-collection pull --dir prompts
npx prompt-collection push --dir prompts
\`\`\`

Install a prompt as a skill for agents:

\`\`\`sh
npx prompt-collection install "$ID" --yes
\`\`\`

\`npx prompt-collection --help\` lists all commands. \`--json\` makes their results readable for programs.

## Skills

A post can be a skill: instructions with files, which agents follow. List the public skills of this site, or those of a post or a member by the address of the page:

\`\`\`sh
npx skills add "${site}" --list
\`\`\`

Install one with \`--skill\` and its name instead of \`--list\`. The program asks for which agents.

Programs find them in \`${site}/.well-known/agent-skills/index.json\` with the SHA-256 of each version, which never changes. Over MCP, \`skills/list\` and \`skills/get\` have them too.

## Scripts (API)

Search, and read what visitors may read:

\`\`\`sh
curl --fail "${site}/api/search?q=haiku&limit=3"
\`\`\`

Create a token in [your settings](${site}/settings) under Access, and keep it like a password:

\`\`\`sh
curl --fail -H "Authorization: Bearer $TOKEN" "${site}/api/auth/me"
\`\`\`

Save a private prompt. A repeated request with the same \`Idempotency-Key\` saves it once:

\`\`\`sh
curl --fail -X POST "${site}/api/posts" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: my-first-prompt" \\
  -d '{"title": "Haiku", "description": "About the seasons", "prompt": "Write a haiku about \${season}.", "isPrivate": true}'
\`\`\`

Change it, unless somebody has changed it since you read revision 1:

\`\`\`sh
curl --fail -X PATCH "${site}/api/posts/$ID" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H 'If-Match: "1"' \\
  -d '{"prompt": "Write three haikus about \${season}."}'
\`\`\`

[All operations](${site}/api/docs) are described in an [OpenAPI document](${site}/api/openapi.json), from which you can generate a client. Each says which scope a token needs. Responses say how many requests are left (\`RateLimit\`), and lists link to their next page (\`Link\`).

## Files

A prompt as a file for other programs: \`markdown\`, \`text\`, \`skill\`, \`prompt-file\` (VS Code), \`dotprompt\`, \`promptfoo\`, \`openai\` or \`anthropic\`:

\`\`\`sh
curl --fail -H "Authorization: Bearer $TOKEN" "${site}/api/posts/$ID/export?format=skill"
\`\`\`

All public prompts, at most six times an hour:

\`\`\`sh
curl --fail --location -H "Authorization: Bearer $TOKEN" "${site}/prompts.csv"
\`\`\`

## Webhooks

Have the site call a program of yours when your public posts change, or when others comment on them, suggest an edit or report a result. A message says what has happened and where to read more:

\`\`\`json
{
  "type": "post.updated",
  "timestamp": "2026-11-26T10:00:00.000Z",
  "data": { "postId": 7, "revision": 2, "url": "${site}/post/7" }
}
\`\`\`

This receiver checks that messages come from the site, by the library of [Standard Webhooks](https://www.standardwebhooks.com). Save it as \`receiver.mjs\`, and install \`standardwebhooks\` with npm:

\`\`\`js
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

const server = createServer(async (request, response) => {
  try {
    const message = webhook.verify(await text(request), request.headers)
    console.log(message.type, message.data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
})
server.listen(process.env.PORT ?? 8080)
\`\`\`

Create a webhook with its address in [your settings](${site}/settings) under Access, start it with the secret that you are shown (\`WEBHOOK_SECRET=whsec_… node receiver.mjs\`), and send a test:

\`\`\`sh
curl --fail -X POST -H "Authorization: Bearer $TOKEN" "${site}/api/webhooks/$WEBHOOK/test"
\`\`\`

Answer within 15 seconds with a status of 2xx. Otherwise the message is sent again, ten times within three days, with the same \`webhook-id\`, by which you recognize a repeated one. The log says what came of each:

\`\`\`sh
curl --fail -H "Authorization: Bearer $TOKEN" "${site}/api/webhooks/$WEBHOOK/deliveries"
\`\`\`

Messages contain no texts. Read these with a token; \`revision\` tells whether you have them already.

## Your own program (OAuth)

A program that other members use does not ask for their tokens: it is connected by OAuth 2.1, with PKCE. Everything that it needs to know is in the metadata:

\`\`\`sh
curl --fail "${site}/.well-known/oauth-authorization-server"
\`\`\`

Its \`client_id\` is the address of its own metadata, or one that it registers. Scopes are \`read\`, \`private\`, \`write\` and \`admin\`; ask for the least.
`
