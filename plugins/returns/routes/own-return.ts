import { type Ctx, f, AppError, idempotent, type Kernel, NOT_FOUND, type Route, route, message, type Tx, WRONG_STATE } from 'stoa'
import { limitPerNetwork, MAX_LINES, findOwnAccess, shopperShape, shopperView } from 'stoa/plugins/sales'
import { uploadPicture } from '../services/pictures.ts'
import { writeReturn } from '../services/returns.ts'

const readShopperView = (ctx: Ctx, id: number) => shopperView(ctx, { id, number: '', payOnly: false })

/** Returns requested by shoppers. */
export const ownReturn = (kernel: Kernel): Route[] => [
  route({
    access: 'public',
    params: { number: f.text() },
    eitherPlace: true,
    response: shopperShape(kernel),
    errors: [NOT_FOUND, WRONG_STATE],
    on: 'POST /order/:number/return',
    id: 'own_order.return',
    summary: 'Requests a return of shipped items',
    idempotent: true,
    body: {
      token: f.ticket(),
      lines: f.items(
        { order_line_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 9_999 }), reason: f.text({ default: '', maxLength: 200 }) },
        { maxItems: MAX_LINES },
      ),
      kind: f.pick(['return', 'exchange'], { default: 'return' }),
      reason_code: f.text({ default: '', maxLength: 100 }),
      note: f.text({ default: '', maxLength: 1_000 }),
    },
    status: 201,
    admit: limitPerNetwork('return'),
    run: async ({ kernel, ctx, params, body, idempotencyKey }) => {
      const { id } = await findOwnAccess(ctx, { ...params, ...body })
      const { may } = await readShopperView(ctx, id)
      const write = (tx: Tx) => {
        if (!may.return) throw new AppError(WRONG_STATE, { status: [message('returns:error.return_closed')] })
        return writeReturn(tx, ctx, id, { ...body, requested_by: 'customer' })
      }
      // The idempotency key comes first: a repeated request gets its earlier response even if nothing is returnable
      // any more.
      await kernel.transaction((tx) => idempotent(tx, `order-return ${id}`, idempotencyKey, body, async () => write(tx)))
      return readShopperView(ctx, id)
    },
  }),
  route({
    access: 'public',
    params: { number: f.text(), back: f.text() },
    eitherPlace: true,
    response: shopperShape(kernel),
    errors: [NOT_FOUND, WRONG_STATE],
    on: 'POST /order/:number/return/:back/picture',
    id: 'own_order.return_picture',
    summary: 'Uploads a picture of an item to be returned',
    body: { token: f.ticket() },
    fileFields: ['file'],
    maxFiles: 1,
    status: 201,
    admit: limitPerNetwork('return-picture', 20),
    run: async ({ ctx, params, body, request }) => {
      const { id } = await findOwnAccess(ctx, { ...params, ...body })
      await uploadPicture(ctx, id, params.back, request.uploads?.get('file'))
      return readShopperView(ctx, id)
    },
  }),
]
