import { Type } from '@sinclair/typebox'
import { f, periodNames, route, STALE, t } from 'stoa'
import { DashboardView, RoleLayout } from '../card-types.ts'
import { cardSizes, dashboardNames } from '../domain/layout.ts'
import { saveLayout } from '../services/layouts.ts'
import { listVisibleCards, readDashboard } from '../services/read-dashboard.ts'
import { listRoleLayouts, saveRoleLayout } from '../services/role-layouts.ts'

const dashboard = f.pick(dashboardNames, { default: 'dashboard' })

/** Most cards of a layout. */
const MOST_CARDS = 60

/** The arranged cards, in order. */
const Cards = Type.Array(
  Type.Object(
    { name: Type.String({ maxLength: 60 }), size: Type.Union(cardSizes.map((size) => Type.Literal(size))) },
    { additionalProperties: false },
  ),
  { maxItems: MOST_CARDS },
)

const cards = f.maybe(f.json<{ name: string; size: string }[]>({ shape: Cards, docs: 'Cards in order; null to remove the layout.' }))

/** `/api/admin/cards`: a dashboard with the content of its cards, and how the account arranges it. */
export const cardRoutes = [
  route({
    on: 'GET /cards',
    id: 'desk.cards',
    summary: 'Dashboard with its cards',
    description:
      'Cards the caller has no permission for are not read. A card whose `content` is null could not be read; ask again for it alone.',
    open: 'signed-in',
    query: {
      dashboard,
      period: f.pick(periodNames, { default: 'last_7_days' }),
      card: f.maybe(f.text({ maxLength: 60, docs: 'Only this card, also when it is not on the dashboard.' })),
    },
    response: DashboardView,
    run: ({ ctx, query }) => readDashboard(ctx, query),
  }),
  route({
    on: 'PUT /cards',
    id: 'desk.arrange',
    summary: 'Arrange a dashboard for the own account',
    open: 'signed-in',
    body: {
      dashboard,
      version: f.int({ min: 0, max: 2_147_483_647, docs: 'The version that was read.' }),
      cards,
    },
    response: t.object({ version: t.int() }),
    errors: [STALE],
    run: async ({ ctx, body: { dashboard: name, ...input } }) => ({
      version: await saveLayout(ctx, name, input, listVisibleCards(ctx, name)),
    }),
  }),
  route({
    on: 'GET /cards/role',
    id: 'desk.role_layouts',
    summary: 'Roles with a layout of their own',
    needs: 'update role',
    query: { dashboard },
    response: t.object({ data: t.list(RoleLayout) }),
    run: async ({ ctx, query }) => ({ data: await listRoleLayouts(ctx, query.dashboard) }),
  }),
  route({
    on: 'PUT /cards/role',
    id: 'desk.arrange_role',
    summary: 'Arrange a dashboard for a role',
    description: 'For accounts of the role that have not arranged the dashboard themselves. Cards they may not see are left out.',
    needs: 'update role',
    body: { dashboard, role_id: f.one('role'), cards },
    response: null,
    status: 204,
    errors: [],
    run: ({ ctx, body: { dashboard: name, ...input } }) => saveRoleLayout(ctx, name, input, listVisibleCards(ctx, name)),
  }),
]
