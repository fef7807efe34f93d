/** What other plugins may use of the counting of goods. */
export { inventoryRules } from './settings.ts'
