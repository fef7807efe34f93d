/** What other plugins may use of the desk: the shapes of its answers, cards of the first page, and numbers in the menu. */
export type { Found, SavedView, SetupTask } from './api-types.ts'
export { type Card, CARDS } from './services/cards.ts'
export { type Badge, BADGES } from './services/badges.ts'
