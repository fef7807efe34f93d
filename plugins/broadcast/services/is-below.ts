import { sep } from 'node:path'

/** Whether a path lies below a folder; both absolute and without `..`. */
export const isBelow = (folder: string, path: string): boolean => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
