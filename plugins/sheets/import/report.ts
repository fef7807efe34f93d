import { type Ctx, type Message, message, translateMessages } from 'stoa'
import type { Column, Layout, Level } from '../mapping/columns.ts'
import type { ImportAnswer, ImportWarning } from '../api-types.ts'
import { Labeller } from './diff.ts'
import type { Notice } from './drafts.ts'
import type { ImportOptions } from './options.ts'
import type { Pictures } from './pictures.ts'
import type { Problem, RecordDraft } from './records.ts'
import type { Result } from './write.ts'

/** Maximum number of records and errors in a result without a line limit. */
const MOST_PROBLEMS = 1_000

interface ReportedProblem {
  headers: ReadonlyMap<Column, string>
  lines: ImportAnswer['lines']
  notices: readonly Notice[]
  /** Cells for which lines were left out; filled while lines are read. */
  leftOut: readonly Problem[]
  pictures: Pictures
}

/** Collects the result of an import, in the actor's language. */
export class Report {
  /** Total of records and images to download; known only when the file is read completely. */
  total: number | undefined
  readonly #ctx: Ctx
  readonly #layout: Layout
  readonly #headers: ReadonlyMap<Column, string>
  readonly #pictures: Pictures
  readonly #leftOut: readonly Problem[]
  readonly #o: ImportOptions
  readonly #labels: Labeller
  readonly #answer: ImportAnswer & { warnings: ImportWarning[] }
  #done = 0
  #lastRow = 0
  #isReordered = false
  #fetched = 0

  /** `headers`: the names of our columns in the file; `lines` is incremented while lines are read. */
  constructor(ctx: Ctx, layout: Layout, sheet: ReportedProblem, o: ImportOptions) {
    this.#ctx = ctx
    this.#layout = layout
    this.#headers = sheet.headers
    this.#pictures = sheet.pictures
    this.#leftOut = sheet.leftOut
    this.#o = o
    this.#labels = new Labeller(ctx, o.speak ?? ctx.language)
    this.#answer = {
      data: [],
      errors: [],
      warnings: sheet.notices.map(({ why, ...at }) => ({ row: 0, ...at, warning: this.#say(why) })),
      summary: { create: 0, change: 0, unchanged: 0, error: 0 },
      lines: sheet.lines,
      dry_run: o.dryRun ?? false,
    }
  }

  /** Reports the number of records done in the current transaction. */
  step(inChunk: number): void {
    if (inChunk % 50 === 0) this.#tell(this.#done + inChunk)
  }

  /** Counts an image that was downloaded or has failed. */
  fetched(): void {
    this.#fetched++
    this.#tell(this.#done)
  }

  add(draft: RecordDraft, result: Result, name: (to: string, id: number) => string): void {
    this.#done++
    this.#isReordered ||= draft.line < this.#lastRow
    this.#lastRow = draft.line
    this.#answer.summary[result.action]++
    const all = this.#o.limit !== undefined
    for (const problem of result.problems) {
      if (all || this.#answer.errors.length < MOST_PROBLEMS) this.#answer.errors.push(this.#error(problem))
    }
    for (const problem of [...draft.warnings, ...(result.warnings ?? [])]) {
      if (!all && this.#answer.warnings.length >= MOST_PROBLEMS) break
      this.#warn(problem)
    }
    const lines = draft.lines && draft.lines.length > 1 ? { lines: draft.lines } : {}
    this.#o.onRow?.({ row: draft.line, ...lines, action: result.action })
    if (!all && this.#answer.data.length >= MOST_PROBLEMS) return
    this.#answer.data.push({
      row: draft.line,
      ...lines,
      key: draft.key,
      action: result.action,
      ...(result.id === undefined ? {} : { id: result.id }),
      changes: this.#pictures.toReadableChanges(this.#labels.cells(draft.level.resource, result.changes, name)),
    })
  }

  #warn(problem: Problem): void {
    const { error: warning, ...at } = this.#error(problem)
    this.#answer.warnings.push({ ...at, warning })
  }

  #error({ line, cell, path, why }: Problem): ImportAnswer['errors'][number] {
    return {
      row: line,
      column: cell?.header ?? this.#columnAt(this.#layout.head, path ?? ''),
      value: cell?.text ?? '',
      error: this.#say(why),
    }
  }

  #say(reason: Message): string {
    return (translateMessages(this.#ctx.kernel, this.#o.speak ?? this.#ctx.language, [reason]) as string[])[0] ?? ''
  }

  /** The file's header for a field path such as `stocks.0.price`; our name when it has none. */
  #columnAt(level: Level, path: string): string {
    const [name = '', , ...rest] = path.split('.')
    const child = level.children.find((c) => c.rows?.name === name)
    if (child && rest.length > 0) return this.#columnAt(child, rest.join('.'))
    const field = name.split(':')[0]
    const ownColumn = level.columns.find((c) => (c.field?.name ?? c.extra) === field)
    if (ownColumn) return this.#headers.get(ownColumn) ?? ownColumn.name
    // A field without a column of its own is reported under the columns that stand for it.
    const standIns = level.resource.def.sheet?.columns?.filter((c) => c.of === field).map((c) => c.name) ?? []
    const stand = level.columns.flatMap((c) => (c.extra !== undefined && standIns.includes(c.extra) ? (this.#headers.get(c) ?? []) : []))
    return stand.length > 0 ? stand.join(', ') : level.resource.byName.has(field ?? '') ? (field ?? '') : ''
  }

  answer(): ImportAnswer {
    this.#tell(this.#done)
    for (const problem of this.#leftOut) this.#warn(problem)
    // Records that others name are written first, and are reported in the order of the file.
    if (this.#isReordered) for (const list of [this.#answer.data, this.#answer.errors]) list.sort((a, b) => a.row - b.row)
    if (this.#isReordered || this.#leftOut.length > 0) this.#answer.warnings.sort((a, b) => a.row - b.row)
    const { unfetched } = this.#pictures
    if (unfetched > 0)
      this.#answer.warnings.push({
        row: 0,
        column: '',
        value: '',
        warning: this.#say(message('sheets:warning.unfetched', { count: unfetched })),
      })
    return this.#answer
  }

  #tell(records: number): void {
    // Without a total only records are counted.
    const done = records + (this.total === undefined ? 0 : this.#fetched)
    this.#o.onProgress?.({ done, ...(this.total === undefined ? {} : { total: this.total }) })
  }
}
