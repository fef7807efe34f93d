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
import { Stopped, Watch } from './watch.ts'

/** Turns in which nothing could be stored before a run is given up. */
export const TRIES = 5

/** How long a worker is given to let go of a run, in milliseconds. */
const LETTING_GO = 3_000

/** The next step of a run. */
export const RUN_STEP = defineJob({ name: 'runs/step', payload: { id: t.id() }, key: ({ id }) => `run ${id}`, attempts: TRIES })

/**
 * One turn of a run. It may be called twice: one worker at a time holds a run, a step is stored on top of the one it began from and on
 * no other. What people did wrong ends the run with the reason; faults of ours are tried again by the queue.
 */
export async function runStep({ id }: JobPayload<typeof RUN_STEP>, { kernel }: Ctx): Promise<void> {
  let watch = await Watch.take(kernel, id)
  // The job of the next step may come before whoever stored the one before has let go.
  for (let waited = 0; !watch && waited < LETTING_GO; waited += 50) {
    await sleep(50)
    watch = await Watch.take(kernel, id)
  }
  // Whoever holds it still is in a step: he queues what follows; when he is killed, his own job comes again.
  if (!watch) return
  try {
    const run = await watch.begin()
    if (run) await goOn(kernel, run, watch)
  } finally {
    await watch.close()
  }
}

async function goOn(kernel: Kernel, run: Stored, watch: Watch): Promise<void> {
  const end = (how: End) => kernel.transaction((tx) => endRun(tx, kernel, run, how))
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
    const how = getEnd(kernel, run, error)
    if (!how) throw error
    await end(how).catch((late: unknown) => {
      if (!(late instanceof RunOvertaken)) throw late
    })
  }
}

/** @throws Error in words when nobody offers the kind (any more), or what is stored does not fit it */
function getKind(kernel: Kernel, { kind: name, input, cursor }: Stored): AnyRun {
  const kind = kernel.contributions(RUN_KINDS).get(name)
  if (!kind) throw new Error(`nobody offers the run "${name}"`)
  const problem = kind.problem({ input, cursor })
  if (problem !== undefined) throw new Error(`the run "${name}" cannot go on, what was stored does not fit: ${problem}`)
  return kind
}

/** Whoever began it, with the rights of this moment; undefined when the account is gone or switched off. */
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

/** How an error ends a run; undefined when it is tried again. */
function getEnd(kernel: Kernel, run: Stored, error: unknown): End | undefined {
  if (error instanceof Stopped) {
    const inSteps = kernel.contributions(RUN_KINDS).get(run.kind)?.step !== undefined
    return {
      status: 'canceled',
      problem: [inSteps ? stoppedAfter(run.done, run.total) : message('runs:said.stopped_whole')],
      done: run.done,
    }
  }
  // A refusal that says "later" is no fault of who began it.
  if (error instanceof AppError && error.kind.status < 500 && error.kind.status !== 429)
    return { status: 'abnormal', problem: getLines(error) }
  if (run.tries < TRIES) return undefined
  kernel.log.error({ err: error, run: run.id, kind: run.kind }, 'a run was given up')
  return { status: 'abnormal', problem: [message('runs:error.given_up')] }
}

const getLines = ({ messages }: AppError): Message[] => (Array.isArray(messages) ? messages : Object.values(messages).flat())
