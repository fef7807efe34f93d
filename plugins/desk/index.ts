/** Public exports of this plugin: response types, dashboard cards and menu badges. */
export type { Found, SavedView, SetupTask } from './api-types.ts'
export type {
  CardChart,
  CardChoice,
  CardContent,
  CardProgress,
  CardRecords,
  CardRow,
  CardView,
  DashboardView,
  Figure,
  RoleLayout,
} from './card-types.ts'
export type { CardSize, DashboardName } from './domain/layout.ts'
export { isInPeriodSql, translate } from './services/card-sql.ts'
export { type Card, type CardPeriod, CARDS } from './services/cards.ts'
export { createRecordsCard } from './services/records-card.ts'
export { type Badge, BADGES } from './services/badges.ts'
