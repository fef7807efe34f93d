import { f, AppError, formatMoney, validationError, NOT_FOUND, route, message } from 'stoa'
import { currency } from 'stoa/plugins/currency'
import { RUNS } from 'stoa/plugins/runs'
import { findStocks, readLines, listOrderMethods } from 'stoa/plugins/sales'
import { MAKE_CODES, MOST_CODES } from '../services/make-codes.ts'
import { CODE } from '../domain/code.ts'
import { promotion } from '../resources/promotion.ts'
import { piecesView } from '../services/piece-info.ts'
import { runTrial } from '../services/run-trial.ts'
import { GoodsView, Making, PiecesView, TryView, TryWays } from '../api-types.ts'

/** Routes under `/api/admin/promotion`: condition and action types, simulation, and bulk generation of codes. */
export const adminRoutes = [
  route({
    on: 'GET /promotion/pieces',
    id: 'promotion.pieces',
    summary: 'Conditions and actions of promotions, with their parameters',
    needs: 'get promotion',
    response: PiecesView,
    run: ({ ctx }) => piecesView(ctx),
  }),
  route({
    on: 'POST /promotion/try',
    id: 'promotion.try',
    summary: 'Preview promotions for a cart, with the reasons of those that do not apply; nothing is stored',
    needs: 'get promotion',
    body: {
      lines: f.items({ stock_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 9_999, default: 1 }) }, { maxItems: 100 }),
      codes: f.tags(),
      customer_id: f.maybe(f.int({ min: 1 })),
      currency: f.maybe(f.text({ maxLength: 3 })),
      shipping: f.money({ default: '0.00' }),
      shipping_method: f.maybe(f.text({ maxLength: 60 })),
      payment_method: f.maybe(f.text({ maxLength: 60 })),
      at: f.maybe(f.instant()),
      promotion_id: f.maybe(f.int({ min: 1 })),
    },
    response: TryView,
    run: ({ ctx, body }) => runTrial(ctx, { ...body, codes: body.codes ?? [] }),
  }),
  route({
    on: 'GET /promotion/ways',
    id: 'promotion.ways',
    summary: 'Shipping and payment options of a previewed cart',
    needs: 'get promotion',
    response: TryWays,
    run: async ({ kernel, ctx }) => {
      const { shipping, payment } = await listOrderMethods(ctx)
      const { base_currency, supported_currencies } = kernel.settings.of(currency)
      return {
        shipping: shipping.map(({ code, title, price }) => ({ code, title, price })),
        payment: payment.map(({ code, title }) => ({ code, title })),
        currencies: [...new Set([base_currency, ...supported_currencies.map(({ identifier }) => identifier)])],
      }
    },
  }),
  route({
    on: 'GET /promotion/goods',
    id: 'promotion.goods',
    summary: 'Search sellable items by part of their name, or one by id',
    needs: 'get promotion',
    query: { q: f.text({ default: '', maxLength: 100 }), id: f.maybe(f.int({ min: 1 })) },
    response: GoodsView,
    run: async ({ kernel, ctx, query: { q, id } }) => {
      if (id === null) {
        const found = await findStocks(ctx, q)
        return {
          data: found.map(({ id, name, options, sku, price, image }) => ({
            id,
            name: [name, options].filter(Boolean).join(' · '),
            sku,
            price,
            image,
          })),
        }
      }
      const lines = await readLines(kernel.db, ctx, [{ id: 1, kind: 'stock', subject_id: id, quantity: 1 }])
      return {
        data: lines.map(({ name, options, sku, pay, image }) => ({
          ...{ id, sku, image },
          name: [name, ...options.map(({ value }) => value)].join(' · '),
          price: formatMoney(pay),
        })),
      }
    },
  }),
  route({
    on: 'POST /promotion/:id/codes',
    id: 'promotion.codes',
    summary: 'Generate many random codes in a background job',
    needs: 'create coupon',
    body: {
      count: f.int({ min: 1, max: MOST_CODES }),
      beginning: f.text({ default: '', maxLength: 20 }),
      letters: f.int({ min: 6, max: 16, default: 8 }),
      usage_limit: f.maybe(f.int({ min: 1 })),
      ends_at: f.maybe(f.instant()),
    },
    response: Making,
    status: 202,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id }, body }) => {
      const rule = await kernel.resources.get(ctx, promotion, id)
      if (rule.trigger !== 'code') throw validationError({ promotion_id: message('promotion:error.not_by_code') })
      const beginning = body.beginning.toUpperCase()
      if (beginning !== '' && !CODE.test(`${beginning}AA`)) throw validationError({ beginning: message('promotion:error.code') })
      const runs = kernel.find(RUNS)
      if (!runs) throw new AppError(NOT_FOUND)
      return { run: await kernel.transaction((tx) => runs.begin(tx, ctx, MAKE_CODES, { promotion_id: id, ...body, beginning })) }
    },
  }),
]
