/**
 * Types of the JSON between the kernel and its two UIs, from the `api-types.ts` of each part. Types only, so that no server code
 * reaches a browser.
 */

export type * from './access/api-types.ts'
export type * from './fields/api-types.ts'
export type * from './file/api-types.ts'
export type * from './http/api-types.ts'
export type * from './i18n/api-types.ts'
export type * from './plugin/manifest-types.ts'
export type * from './resource/api-types.ts'
export type { SiteSettings } from './site-types.ts'
