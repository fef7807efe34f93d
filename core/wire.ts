/**
 * The JSON that crosses the wire between the kernel and its two UIs: `wire.ts` of each part. Types only, so nothing of the
 * server reaches a browser.
 */

export type * from './access/wire.ts'
export type * from './fields/wire.ts'
export type * from './file/wire.ts'
export type * from './http/wire.ts'
export type * from './i18n/wire.ts'
export type * from './plugin/manifest-wire.ts'
export type * from './resource/wire.ts'
export type { SiteSettings } from './wire-site.ts'
