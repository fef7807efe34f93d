import type { Ctx } from '../context.ts'
import type { Tx } from '../db/transaction.ts'
import type { AnswerOf, DraftOf, Fields, InputOf, StoredOf } from '../fields/types.ts'
import type { Message } from '../http/errors.ts'
import type { Locale } from '../api-types.ts'

/** What is known of a write at each of its steps. */
interface WriteContext<F extends Fields> {
  ctx: Ctx
  tx: Tx
  mode: 'create' | 'update'
  /** Null until a new row is inserted. */
  id: number | null
  /** The row before the write, per-language fields as maps; null on create. */
  old: StoredOf<F> | null
  /** Language the person writes in. */
  language: Locale
  source: 'api' | 'import' | 'batch' | 'clone'
}

/** A write as it came: whatever a client, form or sheet sent. */
export interface RawInput<F extends Fields = Fields> extends WriteContext<F> {
  input: Record<string, unknown>
}

/** A write whose values are typed but not complete: null is what was left blank, also where a value is required. */
export interface DraftInput<F extends Fields = Fields> extends WriteContext<F> {
  input: DraftOf<F>
}

/** A write whose values are all typed and right. Per-language values are maps by language. */
export interface ValidatedInput<F extends Fields = Fields> extends WriteContext<F> {
  input: InputOf<F>
}

/** A write that has been stored. */
export interface SavedRecord<F extends Fields = Fields> extends ValidatedInput<F> {
  id: number
}

/** A row that something is done to, locked, in all languages, with what the dialog asked. */
export interface TransitionContext<F extends Fields = Fields, I extends Fields = Fields> {
  ctx: Ctx
  tx: Tx
  row: StoredOf<F>
  input: AnswerOf<I>
}

/** A move or action by its name. `next` is the move that is made together with it, and after it. */
export type NamedTransition<F extends Fields = Fields> = TransitionContext<F> & { action: string; next?: string }

/** A row about to be deleted or hidden. */
export type DeleteContext<F extends Fields = Fields> = Omit<TransitionContext<F>, 'input'>

/**
 * Code inside the transaction of a write, the owner's first, then that of extensions in boot order. Only `accept` sees what
 * came as it came; all others see values typed by the field's kind, whichever way they came.
 */
export interface Hooks<F extends Fields = Fields> {
  /** Puts what forms of old send in another shape into fields. May look, and must not trust. */
  parseInput?(given: RawInput<F>): void | Promise<void>
  /** Completes or changes `input`. What it sets is checked like everything else; it may set read-only fields. */
  beforeValidate?(draft: DraftInput<F>): void | Promise<void>
  /**
   * Like `prepare`, for rows that an import writes together: what must be asked of the database is asked once for all of them. Refuses by
   * throwing; where there were several, each then comes by itself.
   */
  beforeValidateMany?(drafts: readonly DraftInput<F>[]): void | Promise<void>
  /** Refuses by throwing `invalid({ field: text })`. */
  validate?(write: ValidatedInput<F>): void | Promise<void>
  /** Like `check`, for rows that an import writes together. None of them is stored yet: a unique constraint tells them apart. */
  validateMany?(writes: readonly ValidatedInput<F>[]): void | Promise<void>
  /** The row, its children and links are stored. */
  afterSave?(saved: SavedRecord<F>): void | Promise<void>
  /**
   * Like `saved`, where it does not matter which other rows are stored already: an import stores hundreds at once and tells of
   * them together. A resource with a `saved` of its own or below it is imported row by row.
   */
  afterSaveMany?(saved: readonly SavedRecord<F>[]): void | Promise<void>
  /**
   * An import has stored these rows: what is derived from each can be written for all of them at once. A row that may have changed afterwards
   * in the same transaction is passed again.
   */
  afterImport?(settled: { ctx: Ctx; tx: Tx; ids: readonly number[] }): void | Promise<void>
  /** True, or the reason why this row must stay. */
  canDelete?(removing: DeleteContext<F>): true | Message | Promise<true | Message>
  /** The row is deleted or hidden. */
  afterDelete?(removing: DeleteContext<F>): void | Promise<void>
  /** A move or action is about to be made. Refuses by throwing. */
  beforeTransition?(moving: NamedTransition<F>): void | Promise<void>
  /** A move or action was made, its effects too. */
  afterTransition?(moving: NamedTransition<F>): void | Promise<void>
}
