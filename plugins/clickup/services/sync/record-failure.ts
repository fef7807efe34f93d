import { AppError, type Ctx, type ErrorKind, NOT_FOUND } from 'stoa'
import { RATE_LIMITED, REFUSED, TOKEN_INVALID, UNREACHABLE, UNREADABLE, WORKSPACE_UNKNOWN } from '../../errors.ts'
import { SEND_TASK } from './jobs.ts'
import { type LinkProblem, setLinkState } from './task-links.ts'

const PROBLEMS = new Map<ErrorKind, string>([
  [NOT_FOUND, 'not_found'],
  [RATE_LIMITED, 'rate_limited'],
  [REFUSED, 'refused'],
  [TOKEN_INVALID, 'token_invalid'],
  [UNREACHABLE, 'unreachable'],
  [UNREADABLE, 'unreadable'],
  [WORKSPACE_UNKNOWN, 'workspace_unknown'],
])

/** An error as the log of the synchronization shows it. Texts of ClickUp are left out: they can repeat what people wrote. */
export function toProblem(error: unknown): LinkProblem {
  if (!(error instanceof AppError)) return { problem: 'unexpected' }
  const { ECODE } = error.extra
  return { problem: PROBLEMS.get(error.kind) ?? 'refused_here', detail: typeof ECODE === 'string' ? ECODE : error.kind.code }
}

/** When ClickUp may be called again, if an error says so. */
export function getRetryTime(error: unknown): Date | undefined {
  if (!(error instanceof AppError) || error.kind !== RATE_LIMITED) return undefined
  const { retry_at } = error.extra
  return new Date(typeof retry_at === 'string' ? retry_at : Date.now() + 60_000)
}

/** Whether the same call can succeed later without anybody doing anything. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof AppError) || error.kind === UNREACHABLE || error.kind === UNREADABLE

/**
 * Stores why a task was not synchronized. After the rate limit it is tried again when ClickUp allows it; a refusal waits for a person.
 * @throws the error itself if the job should be repeated
 */
export async function recordFailure(ctx: Ctx, taskId: number, error: unknown): Promise<void> {
  const retryAt = getRetryTime(error)
  await ctx.kernel.transaction(async (tx) => {
    await setLinkState(tx, taskId, retryAt ? 'waiting' : 'failed', toProblem(error))
    if (retryAt) tx.enqueue(SEND_TASK, { task_id: taskId }, { runAt: retryAt })
  })
  if (isTemporary(error)) throw error
}
