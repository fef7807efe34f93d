import { hasPermission, route, t } from 'stoa'
import { verbPermission } from 'stoa/engine'
import { CARDS } from '../services/cards.ts'

/** `GET /api/admin/cards`: the dashboard cards of the user. Each card loads its rows like a list. */
export const cardRoute = route({
  on: 'GET /cards',
  id: 'desk.cards',
  summary: 'Dashboard cards',
  open: 'signed-in',
  response: t.object({ data: t.list(t.object({ name: t.text(), screen: t.text('Component of the admin that renders it.') })) }),
  run: ({ kernel, ctx }) => ({
    data: [...kernel.contributions(CARDS)]
      .filter(
        ([, { of, open }]) => kernel.registry.resources.has(of.name) && (open || hasPermission(ctx.actor, verbPermission('get', of.name))),
      )
      .map(([name, { screen }]) => ({ name, screen })),
  }),
})
