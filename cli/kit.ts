/** What commands that plugins bring are made with. It loads nothing of the product by itself. */
export { readConfig } from './start/config.ts'
export { findAccount, type AccountRow, knownPermissions, noPermission } from './access.ts'
export { askChoice, askText, type Asking, canAsk, confirm, readStdin } from './ask.ts'
export { CliError, EXIT } from './errors.ts'
export { withDatabase, withKernel } from './kernel.ts'
export { getLanguage } from './language.ts'
export { unknown } from './nearest.ts'
export { operatorCtx } from './operator.ts'
export { family, idList, leaf, several, type SharedOptions, wholeNumber } from './options.ts'
export { dryRunNote, note, printData, printRows } from './output.ts'
export { progress } from './progress.ts'
export { completing, type Words } from './words.ts'
export { printRounds } from './proving/told.ts'
export { BESIDE, type ProductUnderTest, post, put, Refused, withProduct } from './proving/beside.ts'

/** The product on paper, without a database. @throws PluginError when the plugins do not fit together. */
export const readPluginArchive = async () => (await import('./paper.ts')).readPlugins()

/** Writes and reads packed archives. */
export const archives = () => import('./backup/archive.ts')
