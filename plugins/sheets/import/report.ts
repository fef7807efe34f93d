import { type Ctx, translate } from '#core'
import type { Layout, Level } from '../mapping/columns.ts'
import type { ImportAnswer } from '../wire.ts'
import { Labeller } from './diff.ts'
import type { ImportOptions } from './options.ts'
import type { Problem, RecordDraft } from './records.ts'
import type { Result } from './write.ts'

/** Most records and errors an answer holds when the number of lines is not limited. */
const kept = 1_000

/** Collects what an import did, in the asker's language. */
export class Report {
  total: number | undefined
  /** Lines as they are read; part of the answer. */
  readonly lines = { read: 0, left_out: 0 }
  readonly #ctx: Ctx
  readonly #layout: Layout
  readonly #o: ImportOptions
  readonly #labels: Labeller
  readonly #answer: ImportAnswer
  #done = 0

  constructor(ctx: Ctx, layout: Layout, o: ImportOptions) {
    this.#ctx = ctx
    this.#layout = layout
    this.#o = o
    this.#labels = new Labeller(ctx, o.speak ?? ctx.language)
    this.#answer = {
      data: [],
      errors: [],
      summary: { create: 0, change: 0, unchanged: 0, error: 0 },
      lines: this.lines,
      dry_run: o.dryRun ?? false,
    }
  }

  /** So many records of the transaction at hand are done. */
  step(inChunk: number): void {
    if (inChunk % 50 === 0) this.#tell(this.#done + inChunk)
  }

  add(draft: RecordDraft, result: Result, name: (to: string, id: number) => string): void {
    this.#done++
    this.#answer.summary[result.action]++
    const all = this.#o.limit !== undefined
    for (const problem of result.problems) {
      if (all || this.#answer.errors.length < kept) this.#answer.errors.push(this.#error(problem))
    }
    this.#o.onRow?.({ row: draft.line, action: result.action })
    if (!all && this.#answer.data.length >= kept) return
    this.#answer.data.push({
      row: draft.line,
      key: draft.key,
      action: result.action,
      ...(result.id === undefined ? {} : { id: result.id }),
      changes: this.#labels.cells(draft.level.resource, result.changes, name),
    })
  }

  #error({ line, cell, path, why }: Problem): ImportAnswer['errors'][number] {
    const texts = translate(this.#ctx.kernel, this.#o.speak ?? this.#ctx.language, [why]) as string[]
    return {
      row: line,
      column: cell?.header ?? this.#columnAt(this.#layout.head, path ?? ''),
      value: cell?.text ?? '',
      error: texts[0] ?? '',
    }
  }

  /** Column of ours that a field path such as `stocks.0.price` leads to. */
  #columnAt(level: Level, path: string): string {
    const [name = '', , ...rest] = path.split('.')
    const child = level.children.find((c) => c.rows?.name === name)
    if (child && rest.length > 0) return this.#columnAt(child, rest.join('.'))
    const field = name.split(':')[0]
    return level.columns.find((c) => c.field?.name === field)?.name ?? (level.resource.byName.has(field ?? '') ? (field ?? '') : '')
  }

  answer(): ImportAnswer {
    this.#tell(this.#done)
    return this.#answer
  }

  #tell(done: number): void {
    this.#o.onProgress?.({ done, ...(this.total === undefined ? {} : { total: this.total }) })
  }
}
