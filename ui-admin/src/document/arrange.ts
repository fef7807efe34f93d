import type { ActionInfo } from 'stoa/api-types'

interface Weighed {
  leads?: boolean
  intent?: ActionInfo['intent']
}

/** A move that leads on, as its intent says. */
export const leadsOn = ({ intent }: Pick<ActionInfo, 'intent'>): boolean => intent === 'success' || intent === 'primary'

/** The one step that stands out, and the others behind it: the usual ways on first, what ends a document last. */
export function arrange<S extends Weighed>(steps: readonly S[]): { next: S | undefined; others: S[] } {
  const next = steps.find((step) => step.leads)
  const weight = (step: S) => (step.leads ? 0 : step.intent === 'danger' ? 2 : 1)
  return { next, others: steps.filter((step) => step !== next).toSorted((a, b) => weight(a) - weight(b)) }
}
