import { type Ctx, type Db, AppError, type Kernel, type Locale, sql, type Sql, type Message } from 'stoa'
import { UNDER_WAY } from '../errors.ts'
import type { RunStatus } from '../resources/run.ts'
import { type Answer, RUN_KINDS } from './kinds.ts'

/** A row of the job table. */
export interface Stored {
  id: number
  kind: string
  status: RunStatus
  input: unknown
  cursor: unknown
  /** Number of completed steps. A step is stored only if this number has not changed (optimistic locking). */
  step: number
  /** Attempts since the last progress. */
  tries: number
  done: number
  total: number | null
  answer: Answer | null
  problem: Message[] | null
  cancel_wanted: boolean
  account_id: number | null
  language: Locale
  speech: Locale
  created_at: string
  updated_at: string
  ended_at: string | null
}

/** Columns of `Stored`, of the table `t`. */
export const columns = columnsWith(sql`t.answer`)

/** The same columns without the large parts of results. */
export const briefly = (kernel: Kernel): Sql =>
  columnsWith(
    [...kernel.contributions(RUN_KINDS).values()]
      .flatMap(({ unsaid = [] }) => unsaid)
      .reduce((rest, path) => sql`${rest} #- ${path}::text[]`, sql`t.answer`),
  )

function columnsWith(answer: Sql): Sql {
  return sql`t.id, t.kind, t.status, t.input, t.cursor, t.step, t.tries, t.done, t.total, ${answer} as answer, t.problem, t.cancel_wanted,
    t.account_id, t.language, t.speech, t.created_at, t.updated_at, t.ended_at`
}

/** A job by id, without access check. */
export const findRun = (db: Pick<Db, 'one'>, id: number): Promise<Stored | undefined> =>
  db.one<Stored>(sql`select ${columns} from run t where t.id = ${id}`)

/** The creator of a new job; null for the system. */
export const getAccount = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

/** Whether a job may still make progress without a further request. */
export const isOpen = ({ status }: Pick<Stored, 'status'>): boolean => ['to_do', 'approved', 'processing', 'pending'].includes(status)

/** Whether a job can be stopped at its cursor. */
export const mayStop = (kernel: Kernel, run: Stored): boolean =>
  isOpen(run) && kernel.contributions(RUN_KINDS).get(run.kind)?.stoppable?.(run.cursor) !== false

/** Namespace of the advisory locks. */
const LOCKS = 7_218

/** The advisory lock of the worker that runs a job. An id may exceed the 32-bit half of a two-part key, so the key is one number. */
export const getLockKey = (id: number): Sql => sql`(${LOCKS}::bigint << 32) + ${id}::bigint`

/**
 * Maps the unique violation of a write that opens a job. @throws AppError UNDER_WAY when another job with the same exclusive key is open
 */
export function rejectSecond(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'run_lone_unique') throw new AppError(UNDER_WAY)
  throw error
}
