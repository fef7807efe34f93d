import { f, media, NOT_FOUND, route, toLocale, validationError, message } from 'stoa'
import { historyRoute, PRINTING_BUSY, sendDocument } from 'stoa/plugins/documents'
import { SettledPeriod, WhatIfView } from '../api-types.ts'
import { checkTiers } from '../domain/check-tiers.ts'
import { isTierMethod, methods, settlements } from '../domain/types.ts'
import { toTiers } from '../services/check-group.ts'
import { settlePeriod } from '../services/settle-period.ts'
import { createStatement } from '../services/statement.ts'
import { readWhatIf } from '../services/what-if.ts'

const percent = f.percent({ default: '0', min: 0, max: 100 })

/** Routes beside those of the resources. */
export const adminRoutes = [
  historyRoute('commission_settlement'),
  route({
    on: 'POST /commission_settlement/period',
    id: 'commission_settlement.period',
    summary: 'Create and calculate the settlements of a period, one for each account that has something to settle',
    needs: 'create commission settlement & compute commission settlement',
    body: {
      settlement: f.pick(settlements, { default: 'monthly' }),
      date: f.date({ min: '1970-01-05', max: '2999-12-31', docs: 'Any day of the period.' }),
    },
    response: SettledPeriod,
    run: async ({ ctx, body }) => ({ created: await settlePeriod(ctx, body.settlement, body.date) }),
  }),
  route({
    on: 'GET /commission_settlement/:id/pdf',
    id: 'commission_settlement.document',
    summary: 'The statement of a settlement as PDF',
    needs: 'get commission settlement',
    query: { language: f.maybe(f.text({ maxLength: 20 })) },
    response: media('application/pdf'),
    errors: [NOT_FOUND, PRINTING_BUSY],
    run: async ({ kernel, ctx, params, query, reply }) => {
      const { number, document } = await createStatement(ctx, params.id, toLocale(query.language, ctx.mainLanguage))
      return sendDocument(kernel, reply, number, document)
    },
  }),
  route({
    on: 'POST /commission_group/:id/what_if',
    id: 'commission_group.what_if',
    summary: 'What a group would have paid in the last complete quarter by another rule',
    needs: 'get commission group & get commission entry',
    body: {
      method: f.pick(methods, { default: 'fixed_percent' }),
      fixed_percent: percent,
      tiers: f.items({ amount_from: f.money({ min: 0 }), amount_to: f.maybe(f.money({ min: 0 })), percent }, { maxItems: 50 }),
    },
    response: WhatIfView,
    errors: [NOT_FOUND],
    run: async ({ ctx, params, body: { method, fixed_percent, tiers: rows } }) => {
      const tiers = toTiers(rows)
      const problem = isTierMethod(method) ? checkTiers(method, tiers).find(({ level }) => level === 'error') : undefined
      if (problem) throw validationError({ tiers: message(`commission:error.tiers_${problem.code}`, { n: problem.index + 1 }) })
      return readWhatIf(ctx, params.id, { method, fixed_percent, tiers })
    },
  }),
]
