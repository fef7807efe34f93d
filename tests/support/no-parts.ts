import type { StoreParts } from '../../ui-store/src/kit/types.ts'

/** Replaces the plugin pages that the build collects: a test of one module needs none. */
export const parts: readonly StoreParts[] = []
