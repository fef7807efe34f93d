import { setTimeout as sleep } from 'node:timers/promises'
import {
  hasPermission,
  type Ctx,
  defineJob,
  AppError,
  FORBIDDEN,
  type Kernel,
  sql,
  createStaffCtx,
  systemCtx,
  t,
  message,
  type Message,
  type JobPayload,
} from 'stoa'
import { type AnyRun, type RunStep, type RunOutcome, getRequiredPermission, type RunProgress, RUN_KINDS } from './kinds.ts'
import { type End, endRun, RunOvertaken, stoppedAfter } from './end.ts'
import type { Stored } from './stored.ts'
import { Stopped, Watch } from './track-progress.ts'

/** Number of attempts without progress before a job fails. */
export const TRIES = 5

/** How long to wait for the previous worker to release its lock, in milliseconds. */
const LETTING_GO = 3_000

/** Runs the next step of a job. */
export const RUN_STEP = defineJob({ name: 'runs/step', payload: { id: t.id() }, key: ({ id }) => `run ${id}`, attempts: TRIES })

/**
 * Runs one step of a job. Safe against repeated calls: one worker holds the lock, and a step is stored only if the cursor has not changed.
 * User errors end the job with a message; internal errors are retried by the queue.
 */
export async function runStep({ id }: JobPayload<typeof RUN_STEP>, { kernel }: Ctx): Promise<void> {
  let watch = await Watch.take(kernel, id)
  // The queue may start the next step before the previous worker has released the lock.
  for (let waited = 0; !watch && waited < LETTING_GO; waited += 50) {
    await sleep(50)
    watch = await Watch.take(kernel, id)
  }
  // Another worker is in a step. It queues the next one; if it is killed, the queue retries its job.
  if (!watch) return
  try {
    const run = await watch.begin()
    if (run) await goOn(kernel, run, watch)
  } finally {
    await watch.close()
  }
}

async function goOn(kernel: Kernel, run: Stored, watch: Watch): Promise<void> {
  const end = (outcome: End) => kernel.transaction((tx) => endRun(tx, kernel, run, outcome))
  try {
    if (watch.cancelled()) throw new Stopped()
    const kind = getKind(kernel, run)
    const ctx = await findCtx(kernel, run)
    if (!ctx) return await end({ status: 'canceled', problem: [message('runs:error.nobody')] })
    const needs = getRequiredPermission(kind, run.input)
    if (needs !== undefined && !hasPermission(ctx.actor, needs)) {
      throw new AppError(FORBIDDEN, [message('core:error.needs', { needs })])
    }
    await carryOut(ctx, kind, run, watch)
  } catch (error) {
    if (error instanceof RunOvertaken) return
    const outcome = getEnd(kernel, run, error)
    if (!outcome) throw error
    await end(outcome).catch((late: unknown) => {
      if (!(late instanceof RunOvertaken)) throw late
    })
  }
}

/** @throws Error when no plugin contributes the type, or the stored data is invalid */
function getKind(kernel: Kernel, { kind: name, input, cursor }: Stored): AnyRun {
  const kind = kernel.contributions(RUN_KINDS).get(name)
  if (!kind) throw new Error(`no plugin contributes the run "${name}"`)
  const problem = kind.problem({ input, cursor })
  if (problem !== undefined) throw new Error(`the run "${name}" cannot go on, what was stored does not fit: ${problem}`)
  return kind
}

/** The creator with current permissions; undefined when the account was deleted or disabled. */
async function findCtx(kernel: Kernel, { account_id: account, language, speech }: Stored): Promise<Ctx | undefined> {
  const ctx = account === null ? systemCtx(kernel, 'run', language) : await createStaffCtx(kernel, account, language)
  return ctx && { ...ctx, interfaceLanguage: speech }
}

async function carryOut(ctx: Ctx, kind: AnyRun, run: Stored, watch: Watch): Promise<void> {
  const { kernel } = ctx
  const { id, input, cursor, done } = run
  const at: RunStep<unknown, unknown> = {
    id,
    input,
    cursor,
    done,
    tell: (now, total) => watch.tell(now, total),
    cancelled: () => watch.cancelled(),
  }
  if (kind.whole) {
    const { status = 'completed', ...rest } = await kind.whole(ctx, at)
    return kernel.transaction((tx) => endRun(tx, kernel, run, { status, ...watch.last, ...rest }))
  }
  await kernel.transaction(async (tx) => {
    const next: RunProgress<unknown> | RunOutcome | undefined = await kind.step?.(ctx, { ...at, tx })
    if (!next) throw new Error(`the run "${run.kind}" has no steps`)
    if ('answer' in next) return endRun(tx, kernel, run, { ...next, status: next.status ?? 'completed' })
    const stored =
      await tx.run(sql`update run set cursor = ${JSON.stringify(next.cursor)}::jsonb, step = step + 1, tries = 0, done = ${next.done},
        total = coalesce(${next.total ?? null}::int, total), beat_at = now(), updated_at = now()
      where id = ${id} and step = ${run.step} and status = 'processing'`)
    if (stored !== 1) throw new RunOvertaken()
    tx.enqueue(RUN_STEP, { id })
  })
}

/** How an error ends a job; undefined when it is retried. */
function getEnd(kernel: Kernel, run: Stored, error: unknown): End | undefined {
  if (error instanceof Stopped) {
    const inSteps = kernel.contributions(RUN_KINDS).get(run.kind)?.step !== undefined
    return {
      status: 'canceled',
      problem: [inSteps ? stoppedAfter(run.done, run.total) : message('runs:said.stopped_whole')],
      done: run.done,
    }
  }
  // Status 429 asks to retry later and is not an error of the user.
  if (error instanceof AppError && error.kind.status < 500 && error.kind.status !== 429)
    return { status: 'abnormal', problem: getLines(error) }
  if (run.tries < TRIES) return undefined
  kernel.log.error({ err: error, run: run.id, kind: run.kind }, 'a run was given up')
  return { status: 'abnormal', problem: [message('runs:error.given_up')] }
}

const getLines = ({ messages }: AppError): Message[] => (Array.isArray(messages) ? messages : Object.values(messages).flat())
