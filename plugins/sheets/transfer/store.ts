import { type Ctx, AppError, NOT_FOUND } from 'stoa'
import { describeAnswer, RUNS, type StoredRun } from 'stoa/plugins/runs'
import type { Format } from '../source/line.ts'
import type { TransferInfo } from '../api-types.ts'
import { getAnswer, inputGuards, EXPORT, IMPORT } from './kinds.ts'

export type TransferKind = 'import' | 'export'

/** Maximum number of imports and exports listed for their creator. */
const LATEST = 50

/** An import or export as stored, with its input. */
export interface Transfer {
  run: StoredRun
  kind: TransferKind
  input: { resource: string; file_name: string; encoding?: string; reading?: unknown; format?: Format }
}

function getTransfer(run: StoredRun): Transfer | undefined {
  if (run.kind === IMPORT.name && inputGuards.import(run.input)) return { run, kind: 'import', input: run.input }
  if (run.kind === EXPORT.name && inputGuards.export(run.input)) return { run, kind: 'export', input: run.input }
  return undefined
}

/** A transfer of the actor, optionally of this type and resource. Those of other accounts are not found. @throws AppError NOT_FOUND */
export async function findOwnTransfer(ctx: Ctx, id: number, filter: { kind?: TransferKind; resource?: string } = {}): Promise<Transfer> {
  const run = await ctx.kernel.get(RUNS).find(ctx.kernel.db, id)
  const found = run && getTransfer(run)
  const mine = run?.account_id === (ctx.actor.kind === 'admin' ? ctx.actor.id : null)
  const fits = found?.kind === (filter.kind ?? found?.kind) && found?.input.resource === (filter.resource ?? found?.input.resource)
  if (!found || !mine || !fits) throw new AppError(NOT_FOUND)
  return found
}

/** The recent transfers of the actor. */
export async function latest(ctx: Ctx): Promise<TransferInfo[]> {
  const runs = await ctx.kernel.get(RUNS).latest(ctx, [IMPORT.name, EXPORT.name], LATEST)
  return runs
    .flatMap((run) => getTransfer(run) ?? [])
    .map((found) => {
      const { answer, ...rest } = getInfo(ctx, found)
      const { import: _, ...short } = answer ?? {}
      return { ...rest, answer: answer && short }
    })
}

/** A transfer as the API returns it, in the language of the actor. */
export function getInfo(ctx: Ctx, { run, kind, input: { resource, file_name } }: Transfer): TransferInfo {
  const { id, status, done, total, created_at } = run
  const problem = describeAnswer({ kernel: ctx.kernel, language: ctx.interfaceLanguage ?? ctx.language }, run.problem ?? [])
  const result = run.answer && status !== 'abnormal' ? getAnswer(run.answer) : null
  const answer = problem.length > 0 ? { ...result, problem } : result
  return { id, kind, resource, status, file_name, done, total, answer, created_at }
}
