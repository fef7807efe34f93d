import type { Static, TObject, TProperties } from '@sinclair/typebox'
import { type Ctx, type Kernel, type ExtensionPoint, extensionPoint, filterByShape, t } from 'stoa'
import type { CountedLine } from './units.ts'

/** An order as it is read for somebody who looks at it. Amounts in minor units of its currency. */
export interface StaffOrder {
  id: number
  status: string
  /** The shop it was imported from: nothing can be done with it here. */
  imported_from: string | null
  currency: string
  shipping: number
  paid: number
  refunded: number
  lines: readonly CountedLine[]
}

/** An order as it is read for its shopper. */
export interface OwnOrder extends StaffOrder {
  /** False for whoever may only pay it, and learns nothing else. */
  whole: boolean
  /** When it was sent, or done where nothing was. */
  sent_at: string | null
}

/** What is told beside an order, about its lines by their ids, and about what may be done with it. */
interface OrderWithLines {
  order: object
  lines?: ReadonlyMap<number, object>
  may?: Readonly<Record<string, boolean>>
}

/** What another plugin tells of orders: further members of the answer, with their shapes. Read beside each other, so none may wait for another. */
export interface OrderPart<O extends StaffOrder = StaffOrder> {
  shape: TObject
  /** Of each line. */
  line?: TObject
  /** Of `may`, for shoppers. */
  may?: TObject
  read(ctx: Ctx, order: O): Promise<OrderWithLines>
}

/** What staff are told of an order beside what was sold: `GET /api/admin/order/{id}/view`. */
export const STAFF_PARTS = extensionPoint<OrderPart>('sales/staff-parts', {
  description: 'what staff are told of an order beside what was sold',
})

/** What shoppers are told of their order beside what was sold: `GET /api/order/{number}`. */
export const SHOPPER_PARTS = extensionPoint<OrderPart<OwnOrder>>('sales/shopper-parts', {
  description: 'what shoppers are told of their order beside what was sold',
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

/** Declares a part; what it reads is held to its shape by the compiler, and cut to it when it is told. */
export const orderPart = <O extends StaffOrder, S extends TObject, L extends TObject = TObject, M extends TObject = TObject>(
  part: Typed<O, S, L, M>,
): OrderPart<O> => ({
  ...part,
  async read(ctx, order) {
    const told = await part.read(ctx, order)
    return { ...told, order: filterByShape(part.shape, told.order) }
  },
})

type Parts<O extends StaffOrder> = ExtensionPoint<OrderPart<O>>

/** An answer with what all parts add to it. `line` is the shape of a line in it, `may` of what may be done. */
export function shapeWith<O extends StaffOrder>(
  kernel: Kernel,
  at: Parts<O>,
  own: { properties: TProperties },
  line: TObject,
  may?: TObject,
): TObject {
  const parts = [...kernel.contributions(at).values()]
  const all = (first: TObject, rest: readonly (TObject | undefined)[]) =>
    t.object(Object.assign({}, first.properties, ...rest.map((shape) => shape?.properties)) as TProperties)
  return t.object({
    ...own.properties,
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

/** What all parts tell of an order, put together. */
export async function readParts<O extends StaffOrder>(ctx: Ctx, at: Parts<O>, order: O) {
  const told = await Promise.all([...ctx.kernel.contributions(at).values()].map((part) => part.read(ctx, order)))
  return {
    order: Object.assign({}, ...told.map((part) => part.order)) as object,
    line: (id: number) => Object.assign({}, ...told.map(({ lines }) => lines?.get(id))) as object,
    may: Object.assign({}, ...told.map((part) => part.may)) as Readonly<Record<string, boolean>>,
  }
}
