import type { CheckInResult } from '../../../domain/check-in/scan-result.ts'

/** Appearance and sound of a result: success, warning, error. */
export type Tone = 'good' | 'warn' | 'bad'

const warned: ReadonlySet<CheckInResult> = new Set(['already', 'choose', 'wrong_session', 'too_early', 'too_late'])

export const getTone = (result: CheckInResult): Tone => (result === 'ok' ? 'good' : warned.has(result) ? 'warn' : 'bad')
