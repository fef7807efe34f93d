import { sep } from 'node:path'

/** Whether a path lies inside a folder. Both must be absolute and without `..`. */
export const isBelow = (folder: string, path: string): boolean => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
