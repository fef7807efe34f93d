import { type Ctx, type Kernel, t, type Tx } from 'stoa'
import { verbPermission } from 'stoa/engine'
import { type Answer, type RunStep, defineRun, type RunOutcome, type Reader, RUNS } from 'stoa/plugins/runs'
import { exportRecords } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import type { ImportOptions } from '../import/options.ts'
import type { Entry } from '../import/write.ts'
import { type Amendment, asAmendment } from '../mapping/amend.ts'
import { asMapping, type Mapping } from '../mapping/mapping.ts'
import { type Format, formats, type Source } from '../source/line.ts'
import { rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { mime } from '../routes/answer.ts'
import type { TransferAnswer } from '../api-types.ts'
import { isNoted, note } from './ledger.ts'
import { takeBack } from './undo.ts'

/** Type guards for the stored input of a job. */
export const inputGuards = {
  import: (input: unknown): input is TransferInputs => IMPORT.problem({ input, cursor: null }) === undefined,
  export: (input: unknown): input is TransferInputs & { format: Format } => EXPORT.problem({ input, cursor: null }) === undefined,
}

/** The stored result of a job. */
export const getAnswer = (answer: Answer | null): TransferAnswer => answer ?? {}

const plural = ({ kernel, language }: Reader, resource: string): string => {
  const r = kernel.registry.resources.get(resource)
  return r ? kernel.i18n.t(language, `${r.plugin}:${r.name}._plural`) : resource
}

interface TransferInputs {
  resource: string
  file_name: string
  /** See `importInput`. */
  mapping?: unknown
  amend?: unknown
  /** The mapping parameters as received, for a new dry run from the same file. */
  reading?: unknown
  encoding?: string
}
/**
 * The input of an import job. Mapping and amendment are stored as JSON text: the order of their columns matters, and jsonb does not
 * preserve it.
 */
export const importInput = <I extends object>({ mapping, amend, ...input }: I & { mapping?: Mapping; amend?: Amendment }) => ({
  ...input,
  ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
  ...(amend ? { amend: JSON.stringify(amend) } : {}),
})

type ImportAt = RunStep<TransferInputs, { part: 'apply' | 'undo' }>

/** Import job: dry run, wait for the decision, import, and undo on request. */
export const IMPORT = defineRun({
  name: 'sheets/import',
  input: {
    resource: t.text(),
    file_name: t.text(),
    mapping: t.optional(t.any()),
    amend: t.optional(t.any()),
    reading: t.optional(t.any()),
    encoding: t.optional(t.text()),
  },
  cursor: { part: t.pick(['apply', 'undo']) },
  needs: ({ resource }) => verbPermission('import', resource),
  title: (reader, { resource }) => reader.kernel.i18n.t(reader.language, 'sheets:run.import', { what: plural(reader, resource) }),
  link: ({ resource }, id) => `transfer/${resource}/import/${id}`,
  said: (reader, answer) => describeResult(reader, getAnswer(answer)),
  unsaid: [
    ['import', 'data'],
    ['import', 'errors'],
    ['import', 'warnings'],
  ],
  resumable: (answer) => getAnswer(answer).undo === undefined,
  // An undo cannot be stopped halfway.
  stoppable: (cursor) => cursor?.part !== 'undo',
  async whole(ctx, at) {
    if (at.cursor === null) return { status: 'pending', answer: { import: await read(ctx, at, { dryRun: true }) } }
    return at.cursor.part === 'apply' ? apply(ctx, at) : undo(ctx, at)
  },
})

/** Writes the rows and their undo entries in one transaction. */
async function apply(ctx: Ctx, at: ImportAt): Promise<RunOutcome> {
  const rehearsed = await answered(ctx.kernel, at.id)
  // The process was killed after the commit. The result equals that of the dry run.
  if (rehearsed.import && (await isNoted(ctx.kernel.db, at.id))) return { answer: { import: { ...rehearsed.import, dry_run: false } } }
  let written = false
  const ledger = async (tx: Tx, entries: readonly Entry[]) => {
    await note(tx, ctx, at.id, entries)
    written = true
  }
  let far: Far = { done: 0 }
  const onProgress = (now: Far) => {
    far = now
    // After the last row the import cannot be stopped any more.
    if (!written) at.tell(now.done, now.total)
  }
  const imported = await read(ctx, at, { ledger, onProgress })
  return { answer: { import: imported }, ...far }
}

async function undo(ctx: Ctx, at: ImportAt): Promise<RunOutcome> {
  const undone = await takeBack(ctx, at)
  return { status: 'canceled', answer: { ...(await answered(ctx.kernel, at.id)), undo: undone } }
}

function describeResult({ kernel, language }: Reader, { import: imported, undo }: TransferAnswer): string[] {
  const say = (key: string, params: object) => kernel.i18n.t(language, `sheets:said.${key}`, { ...params })
  if (undo) return [say('undone', { undone: undo.undone, kept: undo.kept.length })]
  return imported ? [say(imported.dry_run ? 'rehearsed' : 'imported', imported.summary)] : []
}

const answered = async ({ db, get }: Kernel, id: number) => getAnswer((await get(RUNS).find(db, id))?.answer ?? null)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

type Far = Parameters<NonNullable<ImportOptions['onProgress']>>[0]

/** A stored mapping or amendment; jobs of older versions stored the object itself. */
const parsed = (stored: unknown): unknown => (typeof stored === 'string' ? JSON.parse(stored) : stored)

const read = (ctx: Ctx, at: ImportAt, options: Pick<ImportOptions, 'dryRun' | 'ledger' | 'onProgress'>) => {
  const amend = parsed(at.input.amend)
  return importRecords(ctx, at.input.resource, getSource(ctx.kernel, at.id, at.input), {
    limit: rowLimit,
    container: uploadLimits,
    speak: ctx.interfaceLanguage ?? ctx.language,
    ...(at.input.mapping === undefined ? {} : { mapping: asMapping(parsed(at.input.mapping)) }),
    ...(isRecord(amend) ? { amend: asAmendment(amend) ?? {} } : {}),
    onProgress: ({ done, total }) => at.tell(done, total),
    ...options,
  })
}

/** The file of an import. */
export const getSource = (kernel: Kernel, id: number, { file_name: name, encoding }: TransferInputs): Source => ({
  name,
  bytes: kernel.get(RUNS).readBytes(kernel.db, id),
  ...(encoding === undefined ? {} : { encoding }),
})

/** Export job: writes a file and stores it for download. */
export const EXPORT = defineRun({
  name: 'sheets/export',
  input: {
    resource: t.text(),
    file_name: t.text(),
    format: t.pick(formats),
    query: t.optional(t.record(t.text())),
    ids: t.optional(t.list(t.id())),
    columns: t.optional(t.list(t.text())),
  },
  needs: ({ resource }) => verbPermission('export', resource),
  title: (reader, { resource }) => reader.kernel.i18n.t(reader.language, 'sheets:run.export', { what: plural(reader, resource) }),
  link: () => 'transfer',
  said: ({ kernel, language }, answer) => [kernel.i18n.t(language, 'sheets:said.exported', { rows: getAnswer(answer).rows ?? 0 })],
  file: ({ file_name: name, format }) => ({ name, mime: mime[format] }),
  async whole(ctx, { id, input: { resource, file_name: _, ...exportOptions }, tell }) {
    let rows = 0
    const bytes = exportRecords(ctx, resource, {
      ...exportOptions,
      onProgress: ({ done, total }) => tell((rows = done), total),
    })
    const size = await ctx.kernel.get(RUNS).saveBytes(ctx.kernel.db, id, bytes)
    return { answer: { bytes: size, rows } }
  },
})
