/** Public exports of this plugin. */
export { sources as leadSources } from './domain/sources.ts'
export { LEADS, type Leads } from './services/create-lead.ts'
export { contact } from './resources/contact.ts'
export { contactOwnerSql } from './services/contact-owner-sql.ts'
export { lead } from './resources/lead.ts'
