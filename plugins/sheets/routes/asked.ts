import type { FastifyRequest } from 'fastify'
import { type Ctx, f, validationError, message } from 'stoa'
import type { Resource } from 'stoa/engine'
import { type Amendment, asAmendment } from '../mapping/amend.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { mappingNamed } from '../mapping/mappings.ts'
import { findOwnTransfer } from '../transfer/store.ts'
import { getSource as keptSheet } from '../transfer/kinds.ts'
import { type Format, formats, type Source } from '../source/line.ts'

/** The format of a file that is asked for. */
export const format = f.pick(formats, { default: 'xlsx' as Format })

/** The sheet a request is about: sent with it, or that of an import begun before. */
export const sheet = { encoding: f.maybe(f.text({ maxLength: 40 })), from: f.maybe(f.int({ min: 1 })) }

/** How a sheet is to be read. */
export const reading = {
  ...sheet,
  /** A mapping by its name, or the columns of one; what is said of a column wins. */
  mapping: f.maybe(f.text({ maxLength: 200 })),
  columns: f.maybe(f.json()),
  /** Our columns that are the same for every row. */
  constants: f.maybe(f.json()),
  /** Sheet columns by which lines belong together, wherever they stand. */
  group: f.maybe(f.json()),
  /** Sheet columns where a blank cell says what the line above says. */
  inherit: f.maybe(f.json()),
  /** `head`: the first of several lines of a record describes it alone. */
  firstLine: f.maybe(f.json()),
  /** Sheet columns whose numbers come on top of another's. */
  plus: f.maybe(f.json()),
  /** Sheet columns with names of pictures, and the address these lie at. */
  base: f.maybe(f.json()),
}

/** What was said of a sheet, as it came. */
export interface Said {
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
 * The file of a form, under `file`, or the one an import of one's own was begun with.
 * @throws Failed INVALID without either, NOT_FOUND for others' imports
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
  const { asked } = await findOwnTransfer(ctx, from, { kind: 'import', resource: r.name })
  const parts: Uint8Array[] = []
  for await (const part of keptSheet(ctx.kernel, from, asked).bytes) parts.push(typeof part === 'number' ? Buffer.from([part]) : part)
  const said = encoding ?? asked.encoding
  return { name: asked.file_name, bytes: Buffer.concat(parts), ...(said ? { encoding: said } : {}) }
}

/** How a person wants a sheet read: a mapping by name, or column by column, with what is said over it. */
export async function findReading(ctx: Ctx, r: Resource, said: Said): Promise<{ mapping?: Mapping; amend?: Amendment }> {
  const { mapping: name, columns, constants, group, inherit, firstLine, plus, base } = said
  const named = name ? (await mappingNamed(ctx.kernel, r.name, name)).mapping : undefined
  const amend = asAmendment({ columns, constants, group, inherit, firstLine, plus, base })
  // Without a mapping the columns are all there is: none is guessed beside them.
  const mapping = named ?? (amend?.columns ? { columns: {} } : undefined)
  return { ...(mapping ? { mapping } : {}), ...(amend ? { amend } : {}) }
}
