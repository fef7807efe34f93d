import type { Ctx } from '../context.ts'
import { f } from '../fields/f.ts'
import { CONFLICT, AppError, validationError, NOT_FOUND, message, WRONG_STATE } from '../http/errors.ts'
import { route, type Route } from '../http/route.ts'
import { t } from '../http/shapes.ts'
import { actionPermission } from '../plugin/registry.ts'
import { describeRoute, dialogBody, getReadableName, batchTarget } from './route-parts.ts'
import { BatchResponse, batchRemove, batchUpdate, forEachRow, getFailureReason } from './batch.ts'
import type { Resource } from './compile.ts'
import type { Action, Transition } from './define.ts'
import { checkInput } from './input.ts'

/** Sets one field on many rows, or deletes many rows, in one call. */
export const batchRoutes = (r: Resource) => ({
  'batch update': [
    route({
      on: `PUT /${r.name}/batch`,
      ...describeRoute(r, 'batch update', 'batch_update', `Sets one field of many ${getReadableName(r)} rows`),
      body: { ...batchTarget, key: f.pick(r.fields.filter(({ meta }) => meta.batch).map(({ name }) => name)) },
      // Any value of the field, including null.
      accepts: { value: f.json({ docs: 'What the field is set to.' }) },
      requires: ['value'],
      response: BatchResponse,
      errors: [CONFLICT],
      run: ({ ctx, body, rawBody: { value }, request: { typed = false } }) => {
        if (value === undefined) throw validationError({ value: message('core:rule.required') })
        return batchUpdate(ctx, r, body, { [body.key]: value }, typed)
      },
    }),
  ],
  'batch destroy': [
    route({
      on: `DELETE /${r.name}/batch`,
      ...describeRoute(r, 'batch destroy', 'batch_remove', `Deletes many ${getReadableName(r)} rows`),
      body: { ...batchTarget, names: f.tags({ maxItems: 1_000, docs: 'Rows by their natural key instead.' }) },
      response: BatchResponse,
      errors: [CONFLICT],
      run: async ({ ctx, body: { names, ...to } }) => {
        if (!names.length) return batchRemove(ctx, r, to)
        const { ids, unknown } = await named(ctx, r, names)
        const done = ids.length > 0 ? await batchRemove(ctx, r, { ...to, ids }) : { success_ids: [], fail_ids: [], fails: [] }
        const reason = getFailureReason(ctx, new AppError(NOT_FOUND))
        return { ...done, fail_ids: [...done.fail_ids, ...unknown], fails: [...done.fails, ...unknown.map((id) => ({ id, reason }))] }
      },
    }),
  ],
})

/** A batch may name rows by their match field instead of their ids (specification A §7). */
async function named(ctx: Ctx, r: Resource, names: readonly string[]): Promise<{ ids: number[]; unknown: string[] }> {
  const { match } = r.def
  const found = await Promise.all(names.map((name) => (match ? ctx.kernel.resources.findBy(ctx, r.name, match, name) : undefined)))
  return { ids: found.flatMap((row) => row?.id ?? []), unknown: names.filter((_, i) => !found[i]) }
}

/** Routes of transitions and actions, for one row and for many. */
export function actionRoutes(r: Resource): Route[] {
  const moves = Object.entries(r.def.states?.transitions ?? {}).filter(([, m]) => m.manual !== false)
  return [...moves, ...Object.entries(r.def.actions ?? {})].flatMap(([name, def]) => actionRoute(r, name, def))
}

function actionRoute(r: Resource, name: string, def: Transition | Action): Route[] {
  const shared = { ...dialogBody(def.input), needs: actionPermission(r, name, def), errors: [NOT_FOUND, WRONG_STATE] }
  /** Form values are parsed here, where it is known that they come from a form. */
  const read = async (rawInput: Record<string, unknown>, { typed }: { typed?: boolean }) =>
    typed ? checkInput(def.input, rawInput, true) : rawInput
  const summary = (rows: string) =>
    'to' in def ? `Moves ${rows} of ${getReadableName(r)} to ${def.to}` : `${name.replaceAll('_', ' ')}: ${rows} of ${getReadableName(r)}`
  const singleRoute = route({
    ...shared,
    on: `POST /${r.name}/:id/${name}`,
    id: `${r.name}.${name}`,
    summary: summary('to' in def ? 'a row' : 'one row'),
    response: t.row(r.name),
    run: async ({ kernel, ctx, params, rawBody, request }) =>
      kernel.resources.transition(ctx, r.name, params.id, name, await read(rawBody, request)),
  })
  const many = route({
    ...shared,
    on: `POST /${r.name}/batch/${name}`,
    id: `${r.name}.batch_${name}`,
    summary: summary('many rows'),
    body: batchTarget,
    response: BatchResponse,
    run: ({ kernel, ctx, body, rawBody: { ids: _ids, matching: _matching, ...rawInput }, request }) =>
      read(rawInput, request).then((input) =>
        forEachRow(ctx, r, body, (tx, id) => kernel.resources.transitionIn(tx, ctx, r.name, id, name, input)),
      ),
  })
  return 'from' in def || def.batch ? [singleRoute, many] : [singleRoute]
}
