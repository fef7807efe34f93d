export { ReachCard } from './contact-card.tsx'
export { fullName } from '../domain/full-name.ts'
