/** API for commands of plugins. It imports nothing of the product at load time. */
export { readConfig } from './start/config.ts'
export { findAccount, type AccountRow, resolvePermissions, noPermission } from './access.ts'
export { askChoice, askText, type Asking, canAsk, confirm, readStdin } from './ask.ts'
export { CliError, EXIT } from './errors.ts'
export { withDatabase, withKernel } from './kernel.ts'
export { getLanguage } from './language.ts'
export { createUnknownNameError } from './nearest.ts'
export { operatorCtx } from './operator.ts'
export { family, idList, leaf, several, type SharedOptions, wholeNumber } from './options.ts'
export { dryRunNote, note, printData, printRows } from './output.ts'
export { progress } from './progress.ts'
export { completing, type Words } from './words.ts'
export { OWN_DATABASE_HELP, type ProductUnderTest, post, put, Refused, withProduct } from './proving/prove-help.ts'
export { findViolations, roundsCommand, runRounds } from './proving/rounds.ts'
export { createRequestKey, killOne, makeVisitor, untilAnswered } from './proving/visitor.ts'

/** Reads all plugins without a database. @throws PluginError when the plugins are incompatible. */
export const readPluginArchive = async () => (await import('./paper.ts')).readPlugins()

/** Writes and reads tar.gz archives. */
export const archives = () => import('./backup/archive.ts')
