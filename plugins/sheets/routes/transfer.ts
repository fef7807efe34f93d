import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { type Ctx, ctxOf, Failed, invalid, type Kernel, rowId, rowIds, speech, sql, text, WRONG_STATE } from '#core'
import { type ListQuery, planList, type Resource, verbPermission } from '#core/engine'
import { layoutOf } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import { refusedLines } from '../import/refused.ts'
import { writeXlsx } from '../export/write-xlsx.ts'
import { formatOf as formatOfFile, openSheet, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { begin, find, infoOf, readBytes, step, type Transfer, writeBytes } from '../transfer/store.ts'
import type { TransferStatus } from '../wire.ts'
import { formatOf, send } from './answer.ts'
import { mappingOf, sourceOf } from './import.ts'

type Params = { Params: { id: string } }

const accountOf = ({ actor }: FastifyRequest): number | null => (actor.kind === 'admin' ? actor.id : null)

/**
 * Imports that are rehearsed, decided on and can be taken back, and exports, of one resource. Both are jobs: whoever
 * began one may leave the page and come back. Everybody sees their own only.
 */
export function transferRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  if (r.verbs.includes('import')) importRoutes(app, kernel, r)
  if (r.verbs.includes('export')) exportRoutes(app, kernel, r)
}

/** `GET /transfer`: what the signed-in person began lately. */
export function latestRoute(app: FastifyInstance, kernel: Kernel): void {
  app.get(
    '/transfer',
    { config: { open: 'signed-in' }, schema: { tags: ['transfer'], summary: 'own imports and exports' } },
    async (request) => {
      const rows = await kernel.db.rows<Transfer>(sql`
      select id, kind, resource, status, file_name, done, total, answer - 'import' as answer, created_at from transfer
      where account_id = ${accountOf(request)} order by id desc limit 50`)
      return { data: rows.map(infoOf) }
    },
  )
}

function importRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const base = `/${r.name}/import`
  const guard = (summary: string) => ({
    config: { needs: verbPermission('import', r.name) },
    schema: { tags: [r.name], summary: `${summary} ${r.name}` },
  })
  const own = (request: FastifyRequest<Params>) =>
    find(kernel.db, rowId(request.params.id), { resource: r.name, kind: 'import', account: accountOf(request) })

  app.post(`${base}/plan`, guard('rehearse an import of'), async (request, reply) => {
    const ctx = ctxOf(kernel, request)
    const file = sourceOf(request)
    formatOfFile(file)
    const mapping = await mappingOf(ctx, r, (request.body ?? {}) as Record<string, unknown>)
    const id = await kernel.work(async (tx) => {
      const options = {
        language: ctx.language,
        speak: speech(kernel, request),
        ...(mapping ? { mapping } : {}),
        ...(file.encoding ? { encoding: file.encoding } : {}),
      }
      const made = await begin(tx, { kind: 'import', resource: r.name, fileName: file.name, options, accountId: accountOf(request) })
      await writeBytes(tx, made, Readable.from([file.bytes as Buffer]))
      tx.enqueue('sheets/rehearse', { id: made })
      return made
    })
    return reply.code(202).send(infoOf(await find(kernel.db, id)))
  })

  app.get<Params>(`${base}/:id`, guard('follow an import of'), async (request) => infoOf(await own(request)))

  const decide = (path: string, summary: string, from: TransferStatus, to: TransferStatus, job?: string) =>
    app.post<Params>(`${base}/:id/${path}`, guard(summary), async (request, reply) => {
      const { id } = await own(request)
      await kernel.work(async (tx) => {
        if (!(await step(tx, id, [from], to))) throw new Failed(WRONG_STATE)
        if (job) tx.enqueue(job, { id })
      })
      return reply.code(202).send(infoOf(await find(kernel.db, id)))
    })
  decide('apply', 'carry out an import of', 'pending', 'approved', 'sheets/apply')
  decide('cancel', 'give up an import of', 'pending', 'canceled')
  decide('undo', 'take back an import of', 'completed', 'approved', 'sheets/undo')

  app.get<Params>(`${base}/:id/failed`, guard('refused rows of an import of'), async (request, reply) => {
    const transfer = await own(request)
    const answer = transfer.answer?.import
    if (!answer) throw new Failed(WRONG_STATE)
    const file = { name: transfer.file_name, bytes: readBytes(kernel.db, transfer.id) }
    const sheet = await openSheet(transfer.options.encoding ? { ...file, encoding: transfer.options.encoding } : file, {
      limit: rowLimit,
      container: uploadLimits,
    })
    const starts = answer.data.map(({ row, action }) => ({ line: row, failed: action === 'error' }))
    return send(reply, 'xlsx', 'failed rows', writeXlsx([...sheet.header, 'error'], refusedLines(sheet, starts, answer.errors)))
  })
}

function exportRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const base = `/${r.name}/export`
  const guard = (summary: string) => ({
    config: { needs: verbPermission('export', r.name) },
    schema: { tags: [r.name], summary: `${summary} ${r.name}` },
  })
  const own = (request: FastifyRequest<Params>) =>
    find(kernel.db, rowId(request.params.id), { resource: r.name, kind: 'export', account: accountOf(request) })

  app.get(`${base}/columns`, guard('columns of an export of'), async (request) => {
    const layout = layoutOf(kernel.registry, r, ctxOf(kernel, request).language)
    const locale = speech(kernel, request)
    return { data: layout.columns.filter((c) => c.writes).map((c) => ({ name: c.name, label: columnLabel(kernel, locale, layout, c) })) }
  })

  app.post<{ Body: Asked }>(base, guard('begin an export of'), async (request, reply) => {
    const ctx = ctxOf(kernel, request)
    const options = { ...wantedOf(ctx, r, request.body), speak: speech(kernel, request) }
    const id = await kernel.work(async (tx) => {
      const fileName = `export list.${options.format}`
      const made = await begin(tx, { kind: 'export', resource: r.name, fileName, options, accountId: accountOf(request) })
      tx.enqueue('sheets/write', { id: made })
      return made
    })
    return reply.code(202).send(infoOf(await find(kernel.db, id)))
  })

  app.get<Params>(`${base}/:id`, guard('follow an export of'), async (request) => infoOf(await own(request)))

  app.get<Params>(`${base}/:id/file`, guard('fetch an export of'), async (request, reply) => {
    const transfer = await own(request)
    if (transfer.status !== 'completed') throw new Failed(WRONG_STATE)
    return send(reply, transfer.options.format ?? 'xlsx', 'export list', readBytes(kernel.db, transfer.id))
  })
}

/** What an export is asked for: rows by id, or those a list shows with this query; all columns unless some are named. */
interface Asked {
  format?: string
  ids?: unknown
  query?: ListQuery
  columns?: unknown
}

/** @throws Failed INVALID by name, before anything is begun */
function wantedOf(ctx: Ctx, r: Resource, { format, ids, query, columns }: Asked) {
  const known = new Set(layoutOf(ctx.kernel.registry, r, ctx.language).columns.flatMap((c) => (c.writes ? [c.name] : [])))
  const good = columns === undefined || (Array.isArray(columns) && columns.length > 0 && columns.every((c) => known.has(c)))
  if (!good) throw invalid({ columns: text('core:rule.choice') })
  planList(ctx, r, query ?? {})
  return {
    language: ctx.language,
    format: formatOf(format),
    ...(query ? { query } : {}),
    ...(ids === undefined ? {} : { ids: rowIds(ids) }),
    ...(columns === undefined ? {} : { columns: columns as string[] }),
  }
}
