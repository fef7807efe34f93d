/** What other plugins may use of the desk: the shapes of its answers, and the cards of the first page. */
export type { Found, SavedView, SetupTask } from './wire.ts'
export { type Card, CARDS } from './services/cards.ts'
