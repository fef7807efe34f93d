import type { ActionInfo } from 'stoa/api-types'

interface SortableStep {
  leads?: boolean
  intent?: ActionInfo['intent']
}

/** Whether a transition is a regular next step, by its intent. */
export const leadsOn = ({ intent }: Pick<ActionInfo, 'intent'>): boolean => intent === 'success' || intent === 'primary'

/** Selects the primary step and sorts the others: regular next steps first, destructive ones last. */
export function arrange<S extends SortableStep>(steps: readonly S[]): { next: S | undefined; others: S[] } {
  const next = steps.find((step) => step.leads)
  const weight = (step: S) => (step.leads ? 0 : step.intent === 'danger' ? 2 : 1)
  return { next, others: steps.filter((step) => step !== next).toSorted((a, b) => weight(a) - weight(b)) }
}
