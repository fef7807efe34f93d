/** Why ClickUp refused a call. */
export type Refusal = 'token' | 'workspace' | 'missing' | 'server' | 'other'

const TOKEN_CODES = new Set(['OAUTH_017', 'OAUTH_019', 'OAUTH_021', 'OAUTH_025', 'OAUTH_077'])

/** OAUTH_023, 026, 027 and 029 to 045: the token gives no access to the workspace. */
const isWorkspaceCode = (code: string): boolean => {
  const number = /^OAUTH_(\d{3})$/.exec(code)?.[1]
  if (number === undefined) return false
  return ['023', '026', '027'].includes(number) || (Number(number) >= 29 && Number(number) <= 45)
}

/**
 * Classifies an answer of ClickUp that is no success and no rate limit, by its error code, or by its status where the code is absent or unknown.
 * Source: “Common errors” of the ClickUp API documentation, version 2.
 * @param status HTTP status
 * @param code `ECODE` of the body; an empty text when there is none
 */
export function classifyRefusal(status: number, code: string): Refusal {
  if (TOKEN_CODES.has(code)) return 'token'
  if (isWorkspaceCode(code)) return 'workspace'
  if (status === 404 || code === 'ITEM_015') return 'missing'
  if (status >= 500) return 'server'
  return status === 401 && code === '' ? 'token' : 'other'
}
