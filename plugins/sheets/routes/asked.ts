import type { FastifyRequest } from 'fastify'
import { type Ctx, f, invalid, text } from '#core'
import type { Resource } from '#core/engine'
import { asMapping, type Mapping } from '../mapping/mapping.ts'
import { mappingNamed } from '../mapping/mappings.ts'
import { type Format, formats, type Source } from '../source/line.ts'

/** The format of a file that is asked for. */
export const format = f.pick(formats, { default: 'xlsx' as Format })

/** How a sheet that is sent is to be read. */
export const reading = {
  encoding: f.maybe(f.text({ maxLength: 40 })),
  /** A mapping by its name, or the columns of one; what is said of a column wins. */
  mapping: f.maybe(f.text({ maxLength: 200 })),
  columns: f.maybe(f.json()),
}

/** The file of a form, under `file`. @throws Failed INVALID */
export function sourceOf(request: FastifyRequest, encoding: string | null): Source & { bytes: Buffer } {
  const file = request.uploads?.get('file')
  if (!file) throw invalid({ file: text('core:rule.required') })
  return { name: file.name, bytes: file.bytes, ...(encoding ? { encoding } : {}) }
}

/** The mapping a person chose: by name, or column by column. */
export async function mappingOf(
  ctx: Ctx,
  r: Resource,
  { mapping, columns }: { mapping: string | null; columns: unknown },
): Promise<Mapping | undefined> {
  const named = mapping ? (await mappingNamed(ctx.kernel, r.name, mapping)).mapping : undefined
  if (columns === null) return named
  const chosen = asMapping({ columns })
  return { ...named, columns: { ...named?.columns, ...chosen.columns } }
}
