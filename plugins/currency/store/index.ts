import type { StoreParts } from '../../../ui-store/src/kit/index.ts'

/** The frame of the store writes amounts by them. */
export const settings: StoreParts['settings'] = ['currency']

export const screens: StoreParts['screens'] = {}
