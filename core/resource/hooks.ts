import type { Ctx } from '../context.ts'
import type { Tx } from '../db/transaction.ts'
import type { ParsedFields, FieldsDraft, Fields, FieldsInput, StoredFieldsRow } from '../fields/types.ts'
import type { Message } from '../http/errors.ts'
import type { Locale } from '../api-types.ts'

/** Context of a write, the same in all its steps. */
interface WriteContext<F extends Fields> {
  ctx: Ctx
  tx: Tx
  mode: 'create' | 'update'
  /** Null until a new row is inserted. */
  id: number | null
  /** The row before the write, per-language fields as maps; null for a creation. */
  old: StoredFieldsRow<F> | null
  /** Language the person writes in. */
  language: Locale
  source: 'api' | 'import' | 'batch' | 'clone'
}

/** A write before parsing: the input of a client, form or sheet. */
export interface RawInput<F extends Fields = Fields> extends WriteContext<F> {
  input: Record<string, unknown>
}

/** A write with typed but incomplete values: null stands for what was left blank, also in required fields. */
export interface DraftInput<F extends Fields = Fields> extends WriteContext<F> {
  input: FieldsDraft<F>
}

/** A write with validated values. Per-language values are maps. */
export interface ValidatedInput<F extends Fields = Fields> extends WriteContext<F> {
  input: FieldsInput<F>
}

/** A stored write. */
export interface SavedRecord<F extends Fields = Fields> extends ValidatedInput<F> {
  id: number
}

/** The locked row of an operation, in all languages, with the dialog's input. */
export interface TransitionContext<F extends Fields = Fields, I extends Fields = Fields> {
  ctx: Ctx
  tx: Tx
  row: StoredFieldsRow<F>
  input: ParsedFields<I>
}

/** A transition or action with its name. `next` is the transition combined with it that follows. */
export type NamedTransition<F extends Fields = Fields> = TransitionContext<F> & { action: string; next?: string }

/** A row about to be deleted or hidden. */
export type DeleteContext<F extends Fields = Fields> = Omit<TransitionContext<F>, 'input'>

/**
 * Hooks run in the transaction of a write: the owner's first, then those of extensions in boot order. Only `parseInput` sees raw
 * input; all others see typed values, whatever their origin.
 */
export interface Hooks<F extends Fields = Fields> {
  /** Converts input of older forms to fields. The input is not validated yet. */
  parseInput?(input: RawInput<F>): void | Promise<void>
  /** Completes or changes `input`. Its values are validated like all others; it may set read-only fields. */
  beforeValidate?(draft: DraftInput<F>): void | Promise<void>
  /**
   * Like `beforeValidate`, for the rows of an import: run each database query once for all of them. If it throws for several rows,
   * it is called again for each one.
   */
  beforeValidateMany?(drafts: readonly DraftInput<F>[]): void | Promise<void>
  /** Refuses a write by throwing `validationError({ field: message })`. */
  validate?(write: ValidatedInput<F>): void | Promise<void>
  /** Like `validate`, for the rows of an import. None of them is stored yet; unique constraints detect duplicates among them. */
  validateMany?(writes: readonly ValidatedInput<F>[]): void | Promise<void>
  /** Runs after the row, its children and links are stored. */
  afterSave?(saved: SavedRecord<F>): void | Promise<void>
  /**
   * Like `afterSave`, when it does not matter which other rows are already stored: an import stores hundreds of rows and calls it
   * once. A resource with `afterSave`, of its own or of a child, is imported row by row.
   */
  afterSaveMany?(saved: readonly SavedRecord<F>[]): void | Promise<void>
  /**
   * Runs after an import has stored these rows: derived data can be written for all of them at once. A row that may have changed
   * again in the transaction is passed again.
   */
  afterImport?(settled: { ctx: Ctx; tx: Tx; ids: readonly number[] }): void | Promise<void>
  /** True, or the reason why the row cannot be deleted. */
  canDelete?(deletion: DeleteContext<F>): true | Message | Promise<true | Message>
  /** Runs after the row is deleted or hidden. */
  afterDelete?(deletion: DeleteContext<F>): void | Promise<void>
  /** Runs before a transition or action. Refuses it by throwing. */
  beforeTransition?(transition: NamedTransition<F>): void | Promise<void>
  /** Runs after a transition or action and its effects. */
  afterTransition?(transition: NamedTransition<F>): void | Promise<void>
}
