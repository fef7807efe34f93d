/** What other plugins may use of people. */
export { ADDRESSES, type Address, type Addresses } from './services/addresses.ts'
export type { Profile } from './services/profile.ts'
export { DIRECTORY, type Directory, type Guest } from './services/directory.ts'
