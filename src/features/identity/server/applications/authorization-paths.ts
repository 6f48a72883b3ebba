/** Where the library is mounted. The issuer is the site itself, so that its metadata is at the site's root. */
export const OAUTH_PREFIX = '/oauth'

/** The path of the endpoints that answer for a request of a program; cookies of the request are sent there only. */
export const REQUESTS_PATH = '/api/applications/requests'

/** The resources of the site for which programs can get tokens (RFC 8707). All have the same scopes. */
export const RESOURCE_PATHS = ['/mcp', '/api', ''] as const

export const getResources = (publicUrl: string): string[] => RESOURCE_PATHS.map((path) => publicUrl + path)
