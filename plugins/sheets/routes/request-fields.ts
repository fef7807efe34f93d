import type { FastifyRequest } from 'fastify'
import { type Ctx, f, validationError, message } from 'stoa'
import type { Resource } from 'stoa/engine'
import { type Amendment, asAmendment } from '../mapping/amend.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { mappingNamed } from '../mapping/mappings.ts'
import { findOwnTransfer } from '../transfer/store.ts'
import { getSource as keptSheet } from '../transfer/kinds.ts'
import { type Format, formats, type Source } from '../source/line.ts'

/** Format of the requested file. */
export const format = f.pick(formats, { default: 'xlsx' as Format })

/** The file of a request: uploaded with it, or that of an earlier import. */
export const sheet = { encoding: f.maybe(f.text({ maxLength: 40 })), from: f.maybe(f.int({ min: 1 })) }

/** Mapping parameters of a request. */
export const reading = {
  ...sheet,
  /** A mapping by name, or its columns; the columns take precedence. */
  mapping: f.maybe(f.text({ maxLength: 200 })),
  columns: f.maybe(f.json()),
  /** Constants for our columns. */
  constants: f.maybe(f.json()),
  /** Columns that group lines; the lines need not be consecutive. */
  group: f.maybe(f.json()),
  /** Columns whose blank cells inherit the value of the line above. */
  inherit: f.maybe(f.json()),
  /** `head`: the first line of a record of several lines has no child row. */
  firstLine: f.maybe(f.json()),
  /** Columns whose numbers are added to another column. */
  plus: f.maybe(f.json()),
  /** Columns with image names → base URL. */
  base: f.maybe(f.json()),
}

/** The mapping parameters as received. */
export interface MappingInput {
  mapping: string | null
  columns: unknown
  constants: unknown
  group: unknown
  inherit: unknown
  firstLine: unknown
  plus: unknown
  base: unknown
}

/**
 * The uploaded file under `file`, or the file of an earlier import by the same account.
 * @throws AppError INVALID without either, NOT_FOUND for imports of other accounts
 */
export async function findSheet(
  ctx: Ctx,
  r: Resource,
  request: FastifyRequest,
  { encoding, from }: { encoding: string | null; from: number | null },
): Promise<Source & { bytes: Buffer }> {
  const file = request.uploads?.get('file')
  if (file) return { name: file.name, bytes: file.bytes, ...(encoding ? { encoding } : {}) }
  if (from === null) throw validationError({ file: message('core:rule.required') })
  const { input } = await findOwnTransfer(ctx, from, { kind: 'import', resource: r.name })
  const parts: Uint8Array[] = []
  for await (const part of keptSheet(ctx.kernel, from, input).bytes) parts.push(typeof part === 'number' ? Buffer.from([part]) : part)
  const chosenEncoding = encoding ?? input.encoding
  return { name: input.file_name, bytes: Buffer.concat(parts), ...(chosenEncoding ? { encoding: chosenEncoding } : {}) }
}

/** The mapping of a request: a mapping by name, or columns, with an amendment. */
export async function findReading(ctx: Ctx, r: Resource, input: MappingInput): Promise<{ mapping?: Mapping; amend?: Amendment }> {
  const { mapping: name, columns, constants, group, inherit, firstLine, plus, base } = input
  const named = name ? (await mappingNamed(ctx, r.name, name)).mapping : undefined
  const amend = asAmendment({ columns, constants, group, inherit, firstLine, plus, base })
  // Columns without a mapping are complete: no further columns are matched by name.
  const mapping = named ?? (amend?.columns ? { columns: {} } : undefined)
  return { ...(mapping ? { mapping } : {}), ...(amend ? { amend } : {}) }
}
