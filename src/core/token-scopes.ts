/**
 * What an API token allows (docs/spec/api.md#api-tokens). Each endpoint declares the one that it needs:
 *
 * - `read`: what any member can read, whole prompts included, but nothing that belongs to the token's owner.
 * - `private`: what belongs to the owner, such as private prompts, drafts, bookmarks and notifications.
 * - `write`: publishing, changing, deleting, voting and commenting as the owner.
 * - `admin`: what the owner may do as an admin.
 */
export const tokenScopes = ['read', 'private', 'write', 'admin'] as const
export type TokenScope = (typeof tokenScopes)[number]
