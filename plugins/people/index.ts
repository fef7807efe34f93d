/** What other plugins may use of people. */
export { DIRECTORY, type Directory, type Guest } from './services/directory.ts'
