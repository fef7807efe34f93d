import { hasPermission, type Kernel } from '../context.ts'
import { recordRead } from '../audit/audit.ts'
import { f } from '../fields/f.ts'
import type { Fields } from '../fields/types.ts'
import { storeFile } from '../file/files.ts'
import { heldFileRoutes } from '../file/private-file-routes.ts'
import { setAtPath, parsePath } from '../http/parse-body.ts'
import { CONFLICT, AppError, FORBIDDEN, IN_USE, validationError, NOT_FOUND, STALE, message } from '../http/errors.ts'
import { type Call, route, type Route } from '../http/route.ts'
import { t } from '../http/shapes.ts'
import { toLocale } from '../i18n/locale.ts'
import { Candidate } from '../plugin/manifest-types.ts'
import { verbPermission } from '../plugin/registry.ts'
import { slugFrom } from '../text/slug.ts'
import type { Verb } from '../api-types.ts'
import { describeRoute, languageQuery, listQuery, getReadableName, optionQuery, writeBody } from './route-parts.ts'
import { actionRoutes, batchRoutes } from './batch-routes.ts'
import type { Resource } from './compile.ts'
import type { WriteOptions } from './prepare-write.ts'
import type { Values } from './parse-input.ts'
import { treeRoutes } from './tree-routes.ts'

type Sent = Pick<Call, 'kernel' | 'ctx' | 'rawBody' | 'request'>

/** Splits a write's body into values and options. Uploads are replaced by their paths, private ones by their ids. */
async function readWrite({ kernel, ctx, rawBody, request }: Sent, r: Resource): Promise<{ input: Values; options: Partial<WriteOptions> }> {
  const { language: _, globals, _method, ...input } = rawBody
  for (const [path, file] of request.uploads ?? []) {
    const parts = parsePath(path.replaceAll('.', '['))
    const isPrivateFile = kindAt(kernel, r, parts) === 'privateFile'
    const kind = isPrivateFile ? ({ type: 'file', isPrivate: true, by: ctx.actor } as const) : ({ type: 'image' } as const)
    const stored = await storeFile(kernel, kernel.db, { ...file, ...kind, trusted: true, field: path })
    setAtPath(input, parts, isPrivateFile ? stored.id : stored.path)
  }
  await keepImages({ kernel, r, node: input, at: [] })
  const names = typeof globals === 'string' ? globals.split(',') : globals
  return {
    input,
    options: {
      ...(request.typed ? { typed: true } : {}),
      ...(Array.isArray(names) ? { globals: new Set(names.map((n) => String(n).trim())) } : {}),
    },
  }
}

/** Stores embedded pictures, `data:image/png;base64,…`, as uploads. */
async function keepImages(o: { kernel: Kernel; r: Resource; node: object; at: readonly string[] }): Promise<void> {
  for (const [name, value] of Object.entries(o.node)) {
    const at = [...o.at, name]
    if (value !== null && typeof value === 'object') await keepImages({ ...o, node: value as object, at })
    else if (typeof value === 'string' && value.startsWith('data:image/') && kindAt(o.kernel, o.r, at) === 'image') {
      const upload = { name: '', type: 'image', trusted: true, field: at.join('.') } as const
      const bytes = Buffer.from(value.slice(value.indexOf(',') + 1), 'base64')
      Object.assign(o.node, { [name]: (await storeFile(o.kernel, o.kernel.db, { ...upload, bytes })).path })
    }
  }
}

/** The field type at a form field name: `photo`, `parts[0][drawing]`. */
function kindAt(kernel: Kernel, r: Resource, [name = '', , ...rest]: readonly string[]): string | undefined {
  const meta = r.byName.get(name)?.meta
  return meta?.kind === 'rows' ? kindAt(kernel, kernel.registry.resource(meta.to ?? ''), rest) : meta?.kind
}

/** The generated routes of one resource, relative to /api/admin: those of its verbs and declarations. */
export function resourceRoutes(kernel: Kernel, r: Resource): Route[] {
  const verbs: Partial<Record<Verb, Route[]>> = {
    get: readRoutes(r),
    create: [createRoute(kernel, r)],
    update: updateRoutes(kernel, r),
    destroy: [removeRoute(r)],
    clone: cloneRoutes(r),
    ...batchRoutes(r),
  }
  const resourceRoutes = [...r.verbs.flatMap((verb) => verbs[verb] ?? []), ...heldFileRoutes(r)]
  return [...resourceRoutes, ...optionRoute(kernel, r), ...treeRoutes(r), ...actionRoutes(r)]
}

const readRoutes = (r: Resource): Route[] => [
  route({
    on: `GET /${r.name}`,
    ...describeRoute(r, 'get', 'list', `A page of ${getReadableName(r)} rows`),
    queryFields: listQuery(r),
    response: t.page(t.row(r.name)),
    run: ({ kernel, ctx, rawQuery: { fields, ...query } }) =>
      kernel.resources.list(ctx, r.name, { ...query, ...(fields && !r.def.auditReads ? { fields } : {}) }),
  }),
  route({
    on: `GET /${r.name}/:id`,
    ...describeRoute(r, 'get', 'get', `One ${getReadableName(r)}`),
    queryFields: languageQuery,
    response: t.row(r.name),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, rawQuery: { language } }) => {
      const row = await kernel.resources.getSurvivor(ctx, r.name, params.id, language === '*' ? '*' : toLocale(language, ctx.language))
      await recordRead(ctx, r, 'get', { rowId: row.id, changes: [] })
      return row
    },
  }),
]

function createRoute({ registry }: Kernel, r: Resource): Route {
  const creating = verbPermission('create', r.name)
  return route({
    on: `POST /${r.name}`,
    ...describeRoute(r, 'create', 'create', `Creates a ${getReadableName(r)}`),
    ...(r.def.ask ? { needs: `${creating} | ${verbPermission('get', r.name)}`, otherResponses: { 200: t.any() } } : {}),
    ...writeBody(registry, r, 'create'),
    response: t.row(r.name),
    status: 201,
    errors: [NOT_FOUND, CONFLICT],
    run: async (call) => {
      const { kernel, ctx, rawBody, reply } = call
      const earlyAnswer = r.def.ask?.(ctx, rawBody)
      if (earlyAnswer) return reply.code(200).send(await earlyAnswer)
      if (!hasPermission(ctx.actor, creating)) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: creating })])
      const { input, options } = await readWrite(call, r)
      return kernel.resources.create(ctx, r.name, input, options)
    },
  })
}

function updateRoutes({ registry }: Kernel, r: Resource): Route[] {
  const { accepts } = writeBody(registry, r, 'update')
  const summary = `Changes a ${getReadableName(r)}`
  const shared = { accepts, response: t.row(r.name), errors: [NOT_FOUND, ...(r.locked ? [STALE] : [])] }
  const update = async (call: Sent & { params: { id: number } }) => {
    const { input, options } = await readWrite(call, r)
    const row = await call.kernel.resources.update(call.ctx, r.name, call.params.id, input, options)
    // The response shows the whole row, also when nothing changed and the change itself leaves no entry.
    if (r.def.auditReads) await recordRead(call.ctx, r, 'get', { rowId: row.id, changes: [] })
    return row
  }
  return [
    route({ on: `PUT /${r.name}/:id`, ...describeRoute(r, 'update', 'update', summary), ...shared, run: update }),
    route({
      on: `POST /${r.name}/:id`,
      ...describeRoute(r, 'update', 'override', `${summary}, for forms that can only post: _method says PUT`),
      ...shared,
      accepts: { ...accepts, _method: f.pick(['PUT']) },
      requires: ['_method'],
      run: (call) => {
        const method = call.rawBody._method
        if (typeof method !== 'string' || method.toUpperCase() !== 'PUT') throw validationError({ _method: message('core:rule.method') })
        return update(call)
      },
    }),
  ]
}

const removeRoute = (r: Resource): Route =>
  route({
    on: `DELETE /${r.name}/:id`,
    ...describeRoute(r, 'destroy', 'remove', `Deletes a ${getReadableName(r)}`),
    response: t.object({ id: t.id() }),
    errors: [NOT_FOUND, IN_USE],
    run: async ({ kernel, ctx, params: { id } }) => {
      await kernel.resources.remove(ctx, r.name, id)
      return { id }
    },
  })

const cloneRoutes = (r: Resource): Route[] => [
  // As a GET it returns the list with the copy (specification C §7), newest first.
  route({
    on: `GET /${r.name}/:id/clone`,
    ...describeRoute(r, 'clone', 'clone_list', `Copies a ${getReadableName(r)} and answers the list it has joined`),
    queryFields: listQuery(r),
    response: t.page(t.row(r.name)),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, rawQuery, reply }) => {
      await kernel.resources.clone(ctx, r.name, params.id)
      void reply.header('cache-control', 'no-store')
      return kernel.resources.list(ctx, r.name, rawQuery)
    },
  }),
  route({
    on: `POST /${r.name}/:id/clone`,
    ...describeRoute(r, 'clone', 'clone', `Copies a ${getReadableName(r)}`),
    response: t.row(r.name),
    errors: [NOT_FOUND],
    run: ({ kernel, ctx, params }) => kernel.resources.clone(ctx, r.name, params.id),
  }),
]

/** Candidates for relation fields: for readers of the resource, and for editors of resources that refer to it. */
function optionRoute({ registry }: Kernel, r: Resource): Route[] {
  const users = [...registry.resources.values()].filter((o) => o.fields.some(({ meta }) => meta.to === r.name && meta.kind !== 'rows'))
  const permissions = (users.length > 0 ? [r, ...users] : []).flatMap((o) =>
    o.verbs.filter((v) => ['get', 'create', 'update'].includes(v)).map((v) => verbPermission(v, o.name)),
  )
  if (permissions.length === 0) return []
  return [
    route({
      on: `GET /${r.name}/options`,
      ...describeRoute(r, 'get', 'options', `Candidates for fields that point at a ${getReadableName(r)}`),
      needs: [...new Set(permissions)].join(' | '),
      query: optionQuery,
      response: t.object({ data: t.list(Candidate) }),
      run: async ({ kernel, ctx, query: { q, ids } }) => ({ data: await kernel.resources.options(ctx, r.name, q ?? '', ids ?? []) }),
    }),
  ]
}

/** `POST /api/admin/slug {resource, field, text}`: suggests a slug for a title. */
export const slugRoute = route({
  on: 'POST /slug',
  id: 'admin.slug',
  summary: 'Suggest a slug for a title',
  open: 'signed-in',
  body: { resource: f.text(), field: f.text(), text: f.text({ maxLength: 10_000 }) },
  response: t.object({ value: t.text() }),
  run: async ({ kernel, body }) => {
    const meta = kernel.registry.resources.get(body.resource)?.byName.get(body.field)?.meta
    if (!meta?.slugOf) throw validationError({ field: message('core:rule.choice') })
    return { value: await slugFrom(body.text.slice(0, 300), meta.slugLength ?? 15) }
  },
})

/** Generated public reads of a resource with `store`. */
export function storeRoutes(r: Resource): Route[] {
  const view = r.def.store
  if (!view) return []
  return [
    route({
      on: `GET /${view.path.slice(1)}`,
      id: `${r.name}.shown`,
      summary: `What the shop shows of ${getReadableName(r)}`,
      access: 'public',
      response: t.list(t.row(r.name)),
      run: ({ kernel, ctx }) => kernel.resources.listPublic(ctx, r.name),
    }),
    route({
      on: `POST /${view.path.slice(1)}`,
      id: `${r.name}.shown_by`,
      summary: `One ${getReadableName(r)} of the shop`,
      access: 'public',
      body: { [view.by]: f.text(), ...languageQuery } as Fields,
      response: t.row(r.name),
      errors: [NOT_FOUND],
      run: ({ kernel, ctx, body }) => kernel.resources.getPublic(ctx, r.name, String(body[view.by] ?? '')),
    }),
  ]
}
