import { join } from 'node:path'
import { projectRoot, shopRoot } from '../core/root.ts'

/** What the running code is written in: sources when tests run them, else the tree built from them. */
const language = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** The running code is that of sources: tests load it so. */
export const runsFromSources = language === 'ts'

/** A folder of the running code, given by its parts from the top of the project. */
export const getCode = (...parts: string[]): string =>
  runsFromSources ? join(projectRoot(), ...parts) : join(shopRoot(), 'dist', ...parts)

/** A file of the running code, given without its ending. */
export const moduleAt = (...parts: string[]): string => `${join(...parts)}.${language}`
