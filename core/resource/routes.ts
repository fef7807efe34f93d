import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allows, type Ctx, type Kernel } from '../context.ts'
import { storeFile } from '../file/files.ts'
import { heldFileRoutes } from '../file/held-routes.ts'
import { BAD_REQUEST, Failed, FORBIDDEN, invalid, text } from '../http/errors.ts'
import { place, pathOf } from '../http/body.ts'
import { f } from '../fields/f.ts'
import { ctxOf } from '../http/language.ts'
import { route } from '../http/route.ts'
import { t } from '../http/shapes.ts'
import { asLocale } from '../i18n/locale.ts'
import { actionPermission, verbPermission } from '../plugin/registry.ts'
import { slugFrom } from '../text/slug.ts'
import type { Verb } from '../wire.ts'
import { batchRemove, batchUpdate, eachOf } from './batch.ts'
import type { Resource } from './compile.ts'
import { type Derived, describeAction, describeDerived } from './describe.ts'
import { rowId } from './ids.ts'
import type { ListQuery } from './query.ts'
import { treeRoutes } from './tree.ts'
import type { WriteOptions } from './ready.ts'

type Body = Record<string, unknown>
type WithId = { Params: { id: string }; Querystring: { language?: string } }

/** Language a detail is asked in; `*` answers maps of all languages. */
const detailLanguage = (request: FastifyRequest, ctx: Ctx) => {
  const asked = (request.query as { language?: string }).language
  return asked === '*' ? '*' : asLocale(asked, ctx.language)
}

/** What a write needs beside its values, taken out of the body. Uploaded files become their paths, private ones their ids. */
async function readWrite(
  kernel: Kernel,
  r: Resource,
  request: FastifyRequest,
): Promise<{ ctx: Ctx; input: Body; options: Partial<WriteOptions> }> {
  if (request.body === null || typeof request.body !== 'object' || Array.isArray(request.body)) throw new Failed(BAD_REQUEST)
  const { language: _, globals, _method, ...input } = request.body as Body
  const ctx = ctxOf(kernel, request)
  for (const [path, file] of request.uploads ?? []) {
    const parts = pathOf(path.replaceAll('.', '['))
    const held = kindAt(kernel, r, parts) === 'privateFile'
    const kind = held ? ({ type: 'file', isPrivate: true, by: ctx.actor } as const) : ({ type: 'image' } as const)
    const stored = await storeFile(kernel, kernel.db, { ...file, ...kind, trusted: true, field: path })
    place(input, parts, held ? stored.id : stored.path)
  }
  const names = typeof globals === 'string' ? globals.split(',') : globals
  return {
    ctx,
    input,
    options: {
      ...(request.typed ? { typed: true } : {}),
      ...(Array.isArray(names) ? { globals: new Set(names.map((n) => String(n).trim())) } : {}),
    },
  }
}

/** The kind of the field a form's name leads to: `photo`, `parts[0][drawing]`. */
function kindAt(kernel: Kernel, r: Resource, [name = '', , ...rest]: readonly string[]): string | undefined {
  const meta = r.byName.get(name)?.meta
  return meta?.kind === 'rows' ? kindAt(kernel, kernel.registry.resource(meta.to ?? ''), rest) : meta?.kind
}

/** The derived routes of one resource, relative to /api/admin. */
export function resourceRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const { resources } = kernel
  const base = `/${r.name}`
  const needs = (verb: Verb, what: Derived) => ({
    config: { needs: verbPermission(verb, r.name), describe: () => describeDerived(kernel.registry, r, what) },
  })
  const has = (verb: Verb) => r.verbs.includes(verb)

  if (has('get')) {
    app.get<{ Querystring: ListQuery }>(base, needs('get', 'list'), (request) =>
      resources.list(ctxOf(kernel, request), r.name, request.query),
    )
    heldFileRoutes(app, kernel, r)
    app.get<WithId>(`${base}/:id`, needs('get', 'get'), (request) => {
      const ctx = ctxOf(kernel, request)
      return resources.get(ctx, r.name, rowId(request.params.id), detailLanguage(request, ctx))
    })
  }
  optionRoute(app, kernel, r)
  if (r.def.tree) treeRoutes(app, kernel, r)
  if (has('create')) {
    const creating = verbPermission('create', r.name)
    const { describe } = needs('create', 'create').config
    const config = { describe, needs: r.def.ask ? `${creating} | ${verbPermission('get', r.name)}` : creating }
    app.post(base, { config }, async (request, reply) => {
      const asked = r.def.ask?.(ctxOf(kernel, request), (request.body ?? {}) as Body)
      if (asked) return asked
      if (!allows(request.actor, creating)) throw new Failed(FORBIDDEN, [text('core:error.needs', { needs: creating })])
      const { ctx, input, options } = await readWrite(kernel, r, request)
      return reply.code(201).send(await resources.create(ctx, r.name, input, options))
    })
  }
  if (has('update')) {
    const update = async (request: FastifyRequest) => {
      const { ctx, input, options } = await readWrite(kernel, r, request)
      return resources.update(ctx, r.name, rowId((request.params as { id: string }).id), input, options)
    }
    app.put<WithId>(`${base}/:id`, needs('update', 'update'), update)
    app.post<WithId>(`${base}/:id`, needs('update', 'override'), async (request) => {
      const method = (request.body as Body | null)?._method
      if (typeof method !== 'string' || method.toUpperCase() !== 'PUT') throw invalid({ _method: text('core:rule.method') })
      return update(request)
    })
  }
  if (has('destroy')) {
    app.delete<WithId>(`${base}/:id`, needs('destroy', 'remove'), async (request) => {
      const id = rowId(request.params.id)
      await resources.remove(ctxOf(kernel, request), r.name, id)
      return { id }
    })
  }
  if (has('batch update'))
    app.put(`${base}/batch`, needs('batch update', 'batch_update'), (request) =>
      batchUpdate(ctxOf(kernel, request), r.name, (request.body ?? {}) as Body),
    )
  if (has('batch destroy')) {
    app.delete(`${base}/batch`, needs('batch destroy', 'batch_remove'), async (request) => {
      const body = (request.body ?? request.query) as Body
      const ctx = ctxOf(kernel, request)
      return batchRemove(ctx, r.name, { ids: await idsOf(ctx, r, body), matching: body.matching })
    })
  }
  if (has('clone')) {
    const clone = (request: FastifyRequest) => resources.clone(ctxOf(kernel, request), r.name, rowId((request.params as { id: string }).id))
    // As a GET it answers the list the copy has joined (specification C §7), which starts with the newest.
    app.get<WithId & { Querystring: ListQuery }>(`${base}/:id/clone`, needs('clone', 'clone_list'), async (request, reply) => {
      await clone(request)
      return reply.header('cache-control', 'no-store').send(await resources.list(ctxOf(kernel, request), r.name, request.query))
    })
    app.post<WithId>(`${base}/:id/clone`, needs('clone', 'clone'), clone)
  }
  actionRoutes(app, kernel, r)
}

/** A batch may name rows by their key instead of their ids (specification A §7). */
async function idsOf(ctx: Ctx, r: Resource, body: Body): Promise<unknown> {
  if (body.names === undefined || !r.def.match) return body.ids
  if (!Array.isArray(body.names) || body.names.length > 1_000) throw invalid({ names: text('core:rule.check_input') })
  const found = await Promise.all(body.names.map((n) => ctx.kernel.resources.findBy(ctx, r.name, r.def.match ?? '', String(n))))
  return found.filter((row) => row !== undefined).map((row) => row.id)
}

/** Candidates for relation fields: for whoever may read the resource, or edit one that points at it. */
function optionRoute(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const users = [...kernel.registry.resources.values()].filter((o) => o.fields.some((f) => f.meta.to === r.name && f.meta.kind !== 'rows'))
  if (users.length === 0) return
  const permissions = [r, ...users].flatMap((o) =>
    o.verbs.filter((v) => ['get', 'create', 'update'].includes(v)).map((v) => verbPermission(v, o.name)),
  )
  if (permissions.length === 0) return
  app.get<{ Querystring: { q?: string; ids?: string } }>(
    `/${r.name}/options`,
    { config: { needs: [...new Set(permissions)].join(' | '), describe: () => describeDerived(kernel.registry, r, 'options') } },
    async (request) => {
      const ids = (request.query.ids ?? '')
        .split(',')
        .filter((v) => /^\d{1,15}$/.test(v))
        .map(Number)
      return { data: await kernel.resources.options(ctxOf(kernel, request), r.name, request.query.q?.trim() ?? '', ids) }
    },
  )
}

/** State moves and actions: on one row, and on many. */
function actionRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const moves = Object.entries(r.def.states?.moves ?? {}).filter(([, m]) => m.manual !== false)
  const actions = Object.entries(r.def.actions ?? {})
  for (const [name, def] of [...moves, ...actions]) {
    const guard = (many: boolean) => ({
      config: { needs: actionPermission(r, name, def), describe: () => describeAction(r, name, def, many) },
    })
    app.post<WithId>(`/${r.name}/:id/${name}`, guard(false), async (request) =>
      kernel.resources.move(ctxOf(kernel, request), r.name, rowId(request.params.id), name, (request.body ?? {}) as Body),
    )
    if ('from' in def || def.batch) {
      app.post(`/${r.name}/batch/${name}`, guard(true), async (request) => {
        const ctx = ctxOf(kernel, request)
        const { ids, matching, ...input } = (request.body ?? {}) as Body
        return eachOf(ctx, r, { ids, matching }, (tx, id) => kernel.resources.moveIn(tx, ctx, r.name, id, name, input))
      })
    }
  }
}

/** `POST /api/admin/slug {resource, field, text}`: a suggested address for a title. */
export const slugRoute = route({
  on: 'POST /slug',
  id: 'admin.slug',
  summary: 'Suggests an address for a title',
  open: 'signed-in',
  body: { resource: f.text(), field: f.text(), text: f.text({ maxLength: 10_000 }) },
  answer: t.object({ value: t.text() }),
  run: async ({ kernel, body }) => {
    const meta = kernel.registry.resources.get(body.resource)?.byName.get(body.field)?.meta
    if (!meta?.slugOf) throw invalid({ field: text('core:rule.choice') })
    return { value: await slugFrom(body.text.slice(0, 300), meta.slugLength ?? 15) }
  },
})

/** Derived public reading of resources with `store`. */
export function storeRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const view = r.def.store
  if (!view) return
  const open = (what: Derived) => ({ config: { access: 'public' as const, describe: () => describeDerived(kernel.registry, r, what) } })
  app.get(view.path, open('shown'), (request) => kernel.resources.shown(ctxOf(kernel, request), r.name))
  app.post(view.path, open('shown_by'), (request) =>
    kernel.resources.shownBy(ctxOf(kernel, request), r.name, String(((request.body ?? {}) as Body)[view.by] ?? '')),
  )
}
