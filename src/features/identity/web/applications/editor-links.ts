/** Where Claude adds a server whose address its user enters. No link can contain the address. */
export const CLAUDE_CONNECTORS = 'https://claude.ai/customize/connectors?modal=add-custom-connector'

/**
 * Returns links that add the site's MCP server to an editor, which asks before it does so
 * (https://code.visualstudio.com/api/extension-guides/ai/mcp, https://cursor.com/docs/mcp/install-links). Both editors
 * then sign in by themselves.
 */
export const buildEditorLinks = (name: string, url: string): { editor: string; href: string }[] => [
  {
    editor: 'VS Code',
    href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
  },
  {
    editor: 'Cursor',
    href: `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config: btoa(JSON.stringify({ url })) })}`,
  },
]
