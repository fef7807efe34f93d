import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ctx, ctxOf, invalid, type Kernel, speech, text } from '#core'
import { type Resource, verbPermission } from '#core/engine'
import { importTemplate } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import { layoutOf } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import { asMapping, type Mapping } from '../mapping/mapping.ts'
import { allMappings, chooseMapping, deleteMapping, mappingNamed, saveMapping, suggestMapping } from '../mapping/mappings.ts'
import type { Line, Source } from '../source/line.ts'
import { openSheet, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { formatOf, send } from './answer.ts'

type Body = Record<string, unknown>

/** Import of one resource, relative to /api/admin. */
export function importRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const guard = (summary: string) => ({
    config: { needs: verbPermission('import', r.name) },
    schema: { tags: [r.name], summary: `${summary} ${r.name}` },
  })
  const base = `/${r.name}/import`

  app.post(base, guard('import'), async (request) => {
    const body = (request.body ?? {}) as Body
    const ctx = ctxOf(kernel, request)
    const mapping = await mappingOf(ctx, r, body)
    return importRecords(ctx, r.name, sourceOf(request), {
      limit: rowLimit,
      container: uploadLimits,
      dryRun: isYes(body.dry_run),
      speak: speech(kernel, request),
      ...(mapping ? { mapping } : {}),
    })
  })

  app.post(`${base}/columns`, guard('import columns'), (request) => describe(ctxOf(kernel, request), r, request))

  app.get<{ Querystring: { format?: string } }>(`${base}/template`, guard('import template'), (request, reply) => {
    const format = formatOf(request.query.format)
    return send(reply, format, 'import template', importTemplate(ctxOf(kernel, request), r.name, format))
  })

  app.get(`${base}/mappings`, guard('import mappings'), async () => {
    const list = await allMappings(kernel, r.name)
    return { data: list.map(({ name, mapping, builtIn }) => ({ name, mapping, built_in: builtIn })) }
  })
  app.post(`${base}/mappings`, guard('save import mapping'), async (request) => {
    const { name, mapping, fingerprint } = (request.body ?? {}) as Body
    if (typeof name !== 'string') throw invalid({ name: text('core:rule.required') })
    const headers = Array.isArray(fingerprint) ? fingerprint.filter((h): h is string => typeof h === 'string') : []
    await saveMapping(kernel.db, r.name, name, asMapping(parsed('mapping', mapping)), headers)
    return { name: name.trim() }
  })
  app.delete<{ Querystring: { name?: string } }>(`${base}/mappings`, guard('delete import mapping'), async (request) => {
    await deleteMapping(kernel.db, r.name, request.query.name ?? '')
    return { name: request.query.name ?? '' }
  })
}

const isYes = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'

/** The file of a form, under `file`. @throws Failed INVALID */
export function sourceOf(request: FastifyRequest): Source {
  const file = request.uploads?.get('file')
  if (!file) throw invalid({ file: text('core:rule.required') })
  const { encoding } = (request.body ?? {}) as Body
  return {
    name: file.name,
    bytes: file.bytes,
    ...(typeof encoding === 'string' && encoding !== '' ? { encoding } : {}),
  }
}

/** A form field that holds JSON. */
function parsed(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw invalid({ [name]: text('core:rule.json') })
  }
}

/** The mapping a person chose: by name, or column by column. What they say of a column wins. */
export async function mappingOf(ctx: Ctx, r: Resource, body: Body): Promise<Mapping | undefined> {
  const named =
    typeof body.mapping === 'string' && body.mapping !== '' ? (await mappingNamed(ctx.kernel, r.name, body.mapping)).mapping : undefined
  if (body.columns === undefined || body.columns === '') return named
  const chosen = asMapping({ columns: parsed('columns', body.columns) })
  return { ...named, columns: { ...named?.columns, ...chosen.columns } }
}

/** What a sheet holds and what it could be read as, for the step in which people match columns. */
async function describe(ctx: Ctx, r: Resource, request: FastifyRequest): Promise<unknown> {
  const { kernel } = ctx
  const locale = speech(kernel, request)
  const layout = layoutOf(kernel.registry, r, ctx.language)
  const sheet = await openSheet(sourceOf(request), { limit: rowLimit, container: uploadLimits })
  const lines: Line[] = []
  for await (const line of sheet.lines) if (lines.push(line) === 5) break
  const { name, mapping } = await chooseMapping(ctx, layout, sheet.header)
  const own = suggestMapping(kernel, layout, sheet.header)
  const fieldOf = (column: string) => {
    const target = (name ? mapping : own).columns[column]
    const first = Array.isArray(target) ? (target as unknown[])[0] : target
    return (typeof first === 'object' && first !== null ? (first as { to: string }).to : (first as string | null | undefined)) ?? null
  }
  return {
    columns: sheet.header.map((column, i) => ({
      column,
      field: fieldOf(column),
      sample: lines.map((line) => line.cells[i] ?? ''),
    })),
    fields: layout.columns
      .filter((c) => c.reads)
      .map((c) => ({ name: c.name, label: columnLabel(kernel, locale, layout, c), required: c.required })),
    ...(name ? { mapping: name } : {}),
  }
}
