/** The groups of the settings page in order. Their labels are `core:settings_area.<id>`. */
export const settingsAreas = ['store', 'selling', 'customers', 'marketing', 'bookings', 'team', 'system'] as const

export type SettingsArea = (typeof settingsAreas)[number]

/** Group of a card whose plugin does not name one. */
export const DEFAULT_AREA: SettingsArea = 'system'
