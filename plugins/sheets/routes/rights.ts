import { type Ctx, f, AppError, NOT_FOUND } from 'stoa'
import { type Resource, parseRowId, verbPermission } from 'stoa/engine'
import { findOwnTransfer, type TransferKind } from '../transfer/store.ts'

/** Access to routes under `/sheet/:resource`: the caller needs the import or export permission of the resource. */
export const ofSheet = (kind: TransferKind) => ({
  open: 'signed-in' as const,
  description: `Needs the permission to ${kind} rows of the resource.`,
  params: { resource: f.text() },
  getNeeds: ({ kernel }: Ctx, { resource = '' }: Readonly<Record<string, string>>) => {
    if (!kernel.registry.resources.get(resource)?.verbs.includes(kind)) throw new AppError(NOT_FOUND)
    return verbPermission(kind, resource)
  },
})

/** The resource of a route. */
export const getResource = ({ kernel }: Ctx, { resource }: { resource: string }): Resource => kernel.registry.resource(resource)

/** Access to routes of one transfer: its creator, who must still have the permission. Transfers of other accounts are not found. */
export const ofTransfer = {
  open: 'signed-in' as const,
  description: 'For the account that started it, which needs the permission it was started with.',
  getNeeds: async (ctx: Ctx, { id, resource }: Readonly<Record<string, string>>) => {
    const { kind, input } = await findOwnTransfer(ctx, parseRowId(id))
    if (resource !== undefined && resource !== input.resource) throw new AppError(NOT_FOUND)
    return verbPermission(kind, input.resource)
  },
}
