export { ReachCard } from './reach-card.tsx'
export { fullName } from '../domain/full-name.ts'
