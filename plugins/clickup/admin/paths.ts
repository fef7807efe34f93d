import { adminPath } from 'stoa/admin'

export const WORKSPACES = adminPath('clickup')
/** The settings of the connection. */
export const SETTINGS = `${adminPath('configuration')}?active_tab=clickup`
export const spacesPath = (workspace: string): string => adminPath(`clickup/${workspace}/space`)
