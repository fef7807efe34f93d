/** The groups of the settings page, in its order. Their labels are `core:settings_area.<id>`. */
export const settingsAreas = ['store', 'selling', 'customers', 'marketing', 'bookings', 'team', 'system'] as const

export type SettingsArea = (typeof settingsAreas)[number]

/** Where a card stands whose plugin does not say. */
export const DEFAULT_AREA: SettingsArea = 'system'
