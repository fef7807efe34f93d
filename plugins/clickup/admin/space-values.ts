import type { Space } from '../api-types.ts'
import { type dueDateSwitches, simpleFeatures, toFeatureSettings } from '../domain/features.ts'

/** Features with one switch, in the order of the form. `multiple_assignees` is a member of the space itself. */
export const simpleSwitches = ['multiple_assignees', ...simpleFeatures] as const
type SimpleSwitch = (typeof simpleSwitches)[number]

/** Values of the form of a space. */
export type SpaceValues = Pick<Space, 'name' | 'multiple_assignees' | 'features'>

/** A new space: everything is on. */
export const emptySpace: SpaceValues = { name: '', ...toFeatureSettings({ multiple_assignees: true, features: null }) }

export const isOn = (values: SpaceValues, name: SimpleSwitch): boolean =>
  name === 'multiple_assignees' ? values.multiple_assignees : values.features[name].enabled

export const withSwitch = (values: SpaceValues, name: SimpleSwitch, enabled: boolean): SpaceValues =>
  name === 'multiple_assignees'
    ? { ...values, multiple_assignees: enabled }
    : { ...values, features: { ...values.features, [name]: { enabled } } }

export const withDueDateSwitch = (values: SpaceValues, name: (typeof dueDateSwitches)[number], enabled: boolean): SpaceValues => ({
  ...values,
  features: { ...values.features, due_dates: { ...values.features.due_dates, [name]: enabled } },
})
