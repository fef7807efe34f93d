import type { Locale } from 'stoa/api-types'

/** Loaders for the messages of plugins whose screens were opened. */
export const messageLoaders = new Set<(language: Locale) => Promise<void>>()
