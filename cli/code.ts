import { join } from 'node:path'
import { projectRoot, shopRoot } from '../core/root.ts'

/** File extension of the running code: `ts` when tests run the sources, else that of the compiled tree. */
const language = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** Whether the sources are run directly, as tests do. */
export const runsFromSources = language === 'ts'

/** A folder of the running code, by its path from the project root. */
export const getCode = (...parts: string[]): string =>
  runsFromSources ? join(projectRoot(), ...parts) : join(shopRoot(), 'dist', ...parts)

/** A file of the running code, given without its extension. */
export const moduleAt = (...parts: string[]): string => `${join(...parts)}.${language}`
