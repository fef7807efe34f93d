import { defineError } from 'stoa'

/** ClickUp does not accept the token of the shop, or the shop has none. Not 401: the session of the caller is valid. */
export const TOKEN_INVALID = defineError('CLICKUP_TOKEN_INVALID', 409, 'clickup:error.token_invalid')
/** The token gives no access to the workspace, or it does not exist. */
export const WORKSPACE_UNKNOWN = defineError('CLICKUP_WORKSPACE_UNKNOWN', 404, 'clickup:error.workspace_unknown')
/** The rate limit of ClickUp is used up. `Retry-After` and `retry_at` tell when it begins again. */
export const RATE_LIMITED = defineError('CLICKUP_RATE_LIMITED', 429, 'clickup:error.rate_limited')
/** ClickUp does not answer, or answers with a server error. Failed Dependency, because this server works. */
export const UNREACHABLE = defineError('CLICKUP_UNREACHABLE', 424, 'clickup:error.unreachable')
/** The answer of ClickUp has not the documented form. */
export const UNREADABLE = defineError('CLICKUP_UNREADABLE', 424, 'clickup:error.unreadable')
/** ClickUp refused the call for another reason. */
export const REFUSED = defineError('CLICKUP_REFUSED', 422, 'clickup:error.refused')
