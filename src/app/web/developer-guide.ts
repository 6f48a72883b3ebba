/**
 * Returns the text of the page for developers, as Markdown, for the site at this address. Each block of `sh` and `json`
 * is run or read word for word by `tests/developer-guide.test.ts`.
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

## Your own program (OAuth)

A program that other members use does not ask for their tokens: it is connected by OAuth 2.1, with PKCE. Everything that it needs to know is in the metadata:

\`\`\`sh
curl --fail "${site}/.well-known/oauth-authorization-server"
\`\`\`

Its \`client_id\` is the address of its own metadata, or one that it registers. Scopes are \`read\`, \`private\`, \`write\` and \`admin\`; ask for the least.
`
