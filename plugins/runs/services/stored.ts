import { type Db, type Locale, sql, type Text } from '#core'
import type { RunStatus } from '../resources/run.ts'
import type { Answer } from './kinds.ts'

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
  problem: Text[] | null
  cancel_wanted: boolean
  account_id: number | null
  language: Locale
  speech: Locale
  created_at: string
  updated_at: string
  ended_at: string | null
}

/** Columns of `Stored`, of the table `t`. */
export const columns = sql`t.id, t.kind, t.status, t.input, t.cursor, t.step, t.tries, t.done, t.total, t.answer, t.problem, t.cancel_wanted,
  t.account_id, t.language, t.speech, t.created_at, t.updated_at, t.ended_at`

/** A run by id, whoever asks. */
export const findRun = (db: Db, id: number): Promise<Stored | undefined> =>
  db.one<Stored>(sql`select ${columns} from run t where t.id = ${id}`)

/** Of which no more is to come unless somebody says so. */
export const isOpen = ({ status }: Pick<Stored, 'status'>): boolean => ['to_do', 'approved', 'processing', 'pending'].includes(status)

/** Space of the advisory locks that tell who works at a run. */
export const LOCKS = 7_218
