export { repair, repairPart } from './resources/repair.ts'
