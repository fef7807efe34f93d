/** Features of a space with one switch, by their name in the ClickUp API. */
export const simpleFeatures = [
  'time_tracking',
  'tags',
  'time_estimates',
  'checklists',
  'custom_fields',
  'remap_dependencies',
  'dependency_warning',
  'portfolios',
] as const

/** Switches of the feature `due_dates`. */
export const dueDateSwitches = ['enabled', 'start_date', 'remap_due_dates', 'remap_closed_due_date'] as const

export interface Toggle {
  enabled: boolean
}
type DueDates = Record<(typeof dueDateSwitches)[number], boolean>
export type Features = { due_dates: DueDates } & Record<(typeof simpleFeatures)[number], Toggle>

/** Switches as callers send them: `multiple_assignees` beside the features or among them, and absent ones are null. */
export interface FeatureInput {
  multiple_assignees: boolean
  features:
    | ({ due_dates: DueDates | null; multiple_assignees: Toggle | null } & Record<(typeof simpleFeatures)[number], Toggle | null>)
    | null
}

const fill = <N extends string, V>(names: readonly N[], getValue: (name: N) => V) =>
  Object.fromEntries(names.map((name) => [name, getValue(name)])) as Record<N, V>

/**
 * The switches in the form of the ClickUp API, where `multiple_assignees` is no feature but a member of the space. An absent
 * switch is on.
 */
export function toFeatureSettings({ multiple_assignees, features }: FeatureInput): { multiple_assignees: boolean; features: Features } {
  return {
    multiple_assignees: multiple_assignees && (features?.multiple_assignees?.enabled ?? true),
    features: {
      due_dates: fill(dueDateSwitches, (name) => features?.due_dates?.[name] ?? true),
      ...fill(simpleFeatures, (name) => ({ enabled: features?.[name]?.enabled ?? true })),
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'

/** The known features of a space in an answer of ClickUp; one that it does not name is off. */
export function readFeatures(answered: unknown): Features {
  const all = isObject(answered) ? answered : {}
  const read = (name: string, part = 'enabled') => {
    const feature = all[name]
    return isObject(feature) && feature[part] === true
  }
  return {
    due_dates: fill(dueDateSwitches, (part) => read('due_dates', part)),
    ...fill(simpleFeatures, (name) => ({ enabled: read(name) })),
  }
}
