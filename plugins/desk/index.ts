/** What other plugins may use of the desk: the shapes of its answers. */
export type { Found, SavedView, SetupTask } from './wire.ts'
