/** Public exports of this plugin: response types, dashboard cards and menu badges. */
export type { Found, SavedView, SetupTask } from './api-types.ts'
export { type Card, CARDS } from './services/cards.ts'
export { type Badge, BADGES } from './services/badges.ts'
