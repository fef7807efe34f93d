/** Source of a lead. `form`: no source was given. */
export const sources = [
  'form',
  'facebook',
  'instagram',
  'linkedin',
  'youtube',
  'google',
  'twitter',
  'whatsapp',
  'wechat',
  'line',
  'sales_or_staff',
  'website',
] as const

/** Reasons why a lead was lost. `other` requires a note. */
export const lostReasons = ['price', 'competitor', 'no_need', 'no_budget', 'no_answer', 'timing', 'other'] as const

/** The meaning of a stage for its leads. */
export const stageKinds = ['open', 'won', 'lost'] as const
export type StageKind = (typeof stageKinds)[number]

/** Derives the status of a lead from its stage: a new lead is to do, a lead that was moved is in process. */
export function getStatus(kind: StageKind, isNew: boolean): 'to_do' | 'process' | 'completed' | 'canceled' {
  if (kind === 'won') return 'completed'
  if (kind === 'lost') return 'canceled'
  return isNew ? 'to_do' : 'process'
}

/** The statuses of open leads. */
export const isWorkedOn: readonly string[] = ['to_do', 'process']
