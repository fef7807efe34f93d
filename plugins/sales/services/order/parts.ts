import type { Static, TObject, TProperties } from '@sinclair/typebox'
import { type Ctx, type Kernel, type ExtensionPoint, extensionPoint, filterByShape, t } from 'stoa'
import type { CountedLine } from './units.ts'

/** An order as its view reads it. Amounts in minor units of its currency. */
export interface StaffOrder {
  id: number
  status: string
  /** The shop it was imported from; an imported order is read-only. */
  imported_from: string | null
  currency: string
  shipping: number
  paid: number
  refunded: number
  lines: readonly CountedLine[]
}

/** An order as the shopper's view reads it. */
export interface OwnOrder extends StaffOrder {
  /** False for the holder of a pay link, who sees only what payment needs. */
  whole: boolean
  /** When it was shipped, or completed if nothing is shipped. */
  sent_at: string | null
}

/** Additional members: of the order, of its lines by id, and of the allowed actions. */
interface OrderWithLines {
  order: object
  lines?: ReadonlyMap<number, object>
  may?: Readonly<Record<string, boolean>>
}

/**
 * A part that another plugin adds to the order view: further members with their schema. Parts are read in parallel,
 * so none may depend on another.
 */
export interface OrderPart<O extends StaffOrder = StaffOrder> {
  shape: TObject
  /** Schema of members of each line. */
  line?: TObject
  /** Schema of members of `may`, for shoppers. */
  may?: TObject
  read(ctx: Ctx, order: O): Promise<OrderWithLines>
}

/** Parts of the order view for staff: `GET /api/admin/order/{id}/view`. */
export const STAFF_PARTS = extensionPoint<OrderPart>('sales/staff-parts', {
  description: 'parts of the order view for staff',
})

/** Parts of the order view for shoppers: `GET /api/order/{number}`. */
export const SHOPPER_PARTS = extensionPoint<OrderPart<OwnOrder>>('sales/shopper-parts', {
  description: 'parts of the order view for shoppers',
})

interface Typed<O extends StaffOrder, S extends TObject, L extends TObject, M extends TObject> {
  shape: S
  line?: L
  may?: M
  read(
    ctx: Ctx,
    order: O,
  ): Promise<{ order: Static<S>; lines?: ReadonlyMap<number, Static<L>>; may?: Static<M> & Readonly<Record<string, boolean>> }>
}

/** Declares a part. The compiler checks what it reads against its schema, and the response is cut to the schema. */
export const orderPart = <O extends StaffOrder, S extends TObject, L extends TObject = TObject, M extends TObject = TObject>(
  part: Typed<O, S, L, M>,
): OrderPart<O> => ({
  ...part,
  async read(ctx, order) {
    const values = await part.read(ctx, order)
    return { ...values, order: filterByShape(part.shape, values.order) }
  },
})

type Parts<O extends StaffOrder> = ExtensionPoint<OrderPart<O>>

/** Response schema with the members of all parts. `line` is the schema of a line, `may` that of the allowed actions. */
export function shapeWith<O extends StaffOrder>(
  kernel: Kernel,
  at: Parts<O>,
  ownSchema: { properties: TProperties },
  line: TObject,
  may?: TObject,
): TObject {
  const parts = [...kernel.contributions(at).values()]
  const all = (first: TObject, rest: readonly (TObject | undefined)[]) =>
    t.object(Object.assign({}, first.properties, ...rest.map((shape) => shape?.properties)) as TProperties)
  return t.object({
    ...ownSchema.properties,
    ...(Object.assign({}, ...parts.map(({ shape }) => shape.properties)) as TProperties),
    lines: t.list(
      all(
        line,
        parts.map((part) => part.line),
      ),
    ),
    ...(may && {
      may: all(
        may,
        parts.map((part) => part.may),
      ),
    }),
  })
}

/** Reads all parts of an order and merges them. */
export async function readParts<O extends StaffOrder>(ctx: Ctx, at: Parts<O>, order: O) {
  const values = await Promise.all([...ctx.kernel.contributions(at).values()].map((part) => part.read(ctx, order)))
  return {
    order: Object.assign({}, ...values.map((part) => part.order)) as object,
    line: (id: number) => Object.assign({}, ...values.map(({ lines }) => lines?.get(id))) as object,
    may: Object.assign({}, ...values.map((part) => part.may)) as Readonly<Record<string, boolean>>,
  }
}
