import { join } from 'node:path'
import { projectRoot } from '../core/root.ts'

/** What the running code is written in: sources when tests run them, else the tree built from them. */
const language = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** A folder of the running code, given by its parts from the top of the project. */
export const codeOf = (...parts: string[]): string => join(projectRoot(), language === 'ts' ? '' : 'dist', ...parts)

/** A file of the running code, given like its folder and without its ending. */
export const moduleOf = (...parts: string[]): string => `${codeOf(...parts)}.${language}`
