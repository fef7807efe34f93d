import { contribute, definePlugin } from 'stoa'
import { savedView } from './resources/saved-view.ts'
import { cardRoutes } from './routes/cards.ts'
import { queueRoute } from './routes/queues.ts'
import { searchRoute } from './routes/search.ts'
import { taskRoute } from './routes/tasks.ts'
import { BADGES } from './services/badges.ts'
import { CARDS } from './services/cards.ts'
import { workCard } from './services/work-card.ts'
import { shareViews, viewRoutes } from './routes/views.ts'

/** Productivity features of the admin: dashboards, global search, saved views and badges. */
export default definePlugin({
  id: 'desk',
  extensionPoints: [CARDS, BADGES],
  contributions: [contribute(CARDS, 'work', workCard, { order: 20 })],
  resources: [savedView],
  permissions: [shareViews],
  adminRoutes: [...viewRoutes, searchRoute, ...cardRoutes, queueRoute, taskRoute],
})
