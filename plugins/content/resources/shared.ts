import { f } from 'stoa'

/** Fields that several content types share. Custom CSS and scripts are code and need a permission of their own. */
export const title = f.text({ localized: true, list: true, sort: true, search: true })
export const url = f.slug({ unique: true, inline: true, list: true, sort: true, search: true, slugOf: 'title' })
export const enabled = f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' })
export const text = f.maybe(f.rich({ localized: true }))
export const shortText = f.maybe(f.rich({ localized: true, small: true }))
export const picture = f.maybe(f.image({ group: 'side' }))
export const code = f.maybe(f.code({ group: 'script', needs: 'update page script', sheet: false }))
export const metaTitle = f.maybe(f.text({ localized: true, group: 'seo' }))
export const metaText = f.maybe(f.area({ localized: true, group: 'seo', maxLength: 500 }))
export const startsAt = f.maybe(f.instant({ group: 'side' }))
export const endsAt = f.maybe(f.instant({ group: 'side' }))
export const order = f.int({ default: 0, list: true, sort: true, inline: true })
