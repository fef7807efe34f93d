import { type Ctx, type Db, AppError, type Kernel, type Locale, sql, type Sql, type Message } from 'stoa'
import { UNDER_WAY } from '../errors.ts'
import type { RunStatus } from '../resources/run.ts'
import { type Answer, RUN_KINDS } from './kinds.ts'

/** A run as it is stored. */
export interface Stored {
  id: number
  kind: string
  status: RunStatus
  input: unknown
  cursor: unknown
  /** Steps that are done. A step is stored only on top of the one it began from. */
  step: number
  /** Turns since something was last stored. */
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

/** The same without what may be long in answers and is not said. */
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

/** A run by id, whoever asks. */
export const findRun = (db: Db, id: number): Promise<Stored | undefined> =>
  db.one<Stored>(sql`select ${columns} from run t where t.id = ${id}`)

/** Whose a run is that somebody begins; null: the product's. */
export const getAccount = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

/** Of which no more is to come unless somebody says so. */
export const isOpen = ({ status }: Pick<Stored, 'status'>): boolean => ['to_do', 'approved', 'processing', 'pending'].includes(status)

/** Whether a run may be stopped where it is. */
export const mayStop = (kernel: Kernel, run: Stored): boolean =>
  isOpen(run) && kernel.contributions(RUN_KINDS).get(run.kind)?.stoppable?.(run.cursor) !== false

/** Space of the advisory locks that tell who works at a run. */
const LOCKS = 7_218

/** The advisory lock of whoever works at a run. An id is larger than the two halves of a lock, so they are one number. */
export const getLockKey = (id: number): Sql => sql`(${LOCKS}::bigint << 32) + ${id}::bigint`

/** For writes that open a run again: @throws Failed UNDER_WAY when another one like it is open, and there is one at a time. */
export function rejectSecond(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'run_lone_unique') throw new AppError(UNDER_WAY)
  throw error
}
