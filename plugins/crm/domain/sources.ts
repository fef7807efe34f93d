/** Where somebody came from. `form`: no source was said. */
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

/** Why a lead was lost. `other` wants a note. */
export const lostReasons = ['price', 'competitor', 'no_need', 'no_budget', 'no_answer', 'timing', 'other'] as const

/** What a stage means for the leads in it. */
export const stageKinds = ['open', 'won', 'lost'] as const
export type StageKind = (typeof stageKinds)[number]

/** The status of a lead follows from its stage: one that has just come in is to be done, one that was moved is worked on. */
export function getStatus(kind: StageKind, isNew: boolean): 'to_do' | 'process' | 'completed' | 'canceled' {
  if (kind === 'won') return 'completed'
  if (kind === 'lost') return 'canceled'
  return isNew ? 'to_do' : 'process'
}

/** The words of those that are neither won nor lost nor set aside. */
export const isWorkedOn: readonly string[] = ['to_do', 'process']
