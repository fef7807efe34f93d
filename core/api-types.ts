/**
 * The JSON that crosses the wire between the kernel and its two UIs: `wire.ts` of each part. Types only, so nothing of the
 * server reaches a browser.
 */

export type * from './access/api-types.ts'
export type * from './fields/api-types.ts'
export type * from './file/api-types.ts'
export type * from './http/api-types.ts'
export type * from './i18n/api-types.ts'
export type * from './plugin/manifest-types.ts'
export type * from './resource/api-types.ts'
export type { SiteSettings } from './site-types.ts'
