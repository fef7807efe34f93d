import { join } from 'node:path'
import { projectRoot } from '../core/root.ts'

/** What the running code is written in: sources when tests run them, else the tree built from them. */
export const language = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** A file or folder of the running code, given by its parts from the top of the project. */
export const codeOf = (...parts: string[]): string => join(projectRoot(), language === 'ts' ? '' : 'dist', ...parts)
